import { plainTextOf } from "../../../../text/html/plain-text";
import type { MenuRecord, SourceKey, Unread } from "../../records";
import type { LeftTally } from "../left-tally";
import { copied, type Item } from "./item";

type Entry = {
  id: string;
  title: string;
  type: string;
  object: string;
  objectId: string;
  parent: string;
  address: string;
  newWindow: boolean;
  order: number;
  isBad: boolean;
};

/** What the entries of a menu lead to. */
export type Targets = {
  /** The text of this number; undefined where it is not taken over. */
  textOf: (id: string) => SourceKey | undefined;
  titleOf: (id: string) => string;
  /** Whether not everybody may read the text of this number, or know its title. */
  isHidden: (id: string) => boolean;
  termOf: (taxonomy: string, number: string) => (SourceKey & { name: string }) | undefined;
};

/** The menus of the old site; the largest is taken over. */
export class Menus {
  readonly #menus = new Map<string, { name: string; entries: Entry[] }>();

  add(item: Item): void {
    const term = item.terms.find(({ domain }) => domain === "nav_menu");
    const key = copied(term?.nicename ?? "");
    const menu = this.#menus.get(key) ?? { name: copied(term?.name ?? "") || key, entries: [] };
    this.#menus.set(key, menu);
    const meta = (name: string) => copied((item.metas.get(name) ?? "").trim());
    menu.entries.push({
      id: copied(item.id),
      title: copied(item.field("title")),
      type: meta("_menu_item_type"),
      object: meta("_menu_item_object"),
      objectId: meta("_menu_item_object_id"),
      parent: meta("_menu_item_menu_item_parent"),
      address: meta("_menu_item_url"),
      newWindow: meta("_menu_item_target") === "_blank",
      order: Number(item.field("wp:menu_order")) || 0,
      isBad: item.isTooLong,
    });
  }

  #largest(): { name: string; entries: Entry[] } | undefined {
    const named = [...this.#menus].filter(([key]) => key !== "").map(([, menu]) => menu);
    return named.toSorted((a, b) => b.entries.length - a.entries.length)[0];
  }

  get size(): number {
    return this.#largest()?.entries.length ?? 0;
  }

  /** Numbers of texts whose titles the entries bear. */
  titlesWanted(): Set<string> {
    const entries = this.#largest()?.entries ?? [];
    return new Set(
      entries.filter(({ title, type }) => title === "" && type === "post_type").map((each) => each.objectId),
    );
  }

  leave(left: LeftTally): void {
    const largest = this.#largest();
    for (const [key, menu] of this.#menus)
      if (menu !== largest) {
        const why = key === "" ? "they are in no menu" : "this site has one menu, and another one was larger";
        left.add(key === "" ? "entries of no menu" : `menu ${menu.name}`, "menu", why, menu.entries.length);
      }
  }

  *records({ textOf, titleOf, isHidden, termOf }: Targets): Generator<MenuRecord | Unread> {
    const entries = (this.#largest()?.entries ?? []).toSorted((a, b) => a.order - b.order);
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const made = new Set<string>();
    const seen = new Set<string>();
    for (const entry of entries) {
      const { id, type, objectId } = entry;
      const label = plainTextOf(entry.title);
      const unread = { kind: "menu" as const, source: id, title: label, warnings: [] };
      if (seen.has(id)) {
        yield { ...unread, source: `${id} (again)`, failed: `The file has two menu entries with the number ${id}.` };
        continue;
      }
      seen.add(id);
      const term = type === "taxonomy" ? termOf(entry.object, objectId) : undefined;
      const text = type === "post_type" ? textOf(objectId) : undefined;
      const target = term
        ? { kind: term.kind, source: term.source }
        : (text ?? (type === "custom" ? { address: entry.address } : undefined));
      if (!target || entry.isBad || ("address" in target && target.address === "")) {
        yield {
          ...unread,
          skipped: `It leads to something that was not taken over (${entry.object || type} ${objectId}).`,
        };
        continue;
      }
      if (text && label === "" && isHidden(objectId)) {
        yield { ...unread, skipped: "It bears the title of a text that not everybody may read." };
        continue;
      }
      made.add(id);
      const warnings: string[] = [];
      yield {
        kind: "menu",
        source: id,
        name: label || term?.name || titleOf(objectId) || ("address" in target ? target.address : id),
        parent: parentOf(entry, byId, made, warnings),
        target,
        newWindow: entry.newWindow,
        icon: "",
        warnings,
        oldAddresses: [],
      };
    }
  }
}

/** The nearest entry above that was taken over before. */
function parentOf(
  entry: Entry,
  byId: ReadonlyMap<string, Entry>,
  made: ReadonlySet<string>,
  warnings: string[],
): string | null {
  if (entry.parent === "" || entry.parent === "0") return null;
  let above = byId.get(entry.parent);
  for (let steps = 0; above && above !== entry && steps < 100; steps += 1) {
    if (made.has(above.id)) return above.id;
    above = byId.get(above.parent);
  }
  warnings.push("The entry above it was not taken over, so it stands at the top.");
  return null;
}
