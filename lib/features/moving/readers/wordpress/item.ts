import type { ReadingChoices } from "../../reading";
import type { XmlElement } from "./xml-elements";

/** What an `item` of the file is. */
export type ItemKind = "post" | "sheet" | "attachment" | "menu" | "block" | "other";

const clean = (text: string) => text.trim();

/** The first child of this name; "" without. */
export const fieldOf = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text ?? "";

/** The fields of an item that many places ask for. */
export class Item {
  readonly fields = new Map<string, string>();
  readonly terms: { domain: string; nicename: string; name: string }[] = [];
  /** The first value of each key. */
  readonly metas = new Map<string, string>();
  /** Custom fields whose values are too long for anything. */
  longMetas = 0;
  readonly comments: XmlElement[] = [];
  /** Whether it or one of its texts is too long. */
  readonly isTooLong: boolean;

  constructor(
    element: XmlElement,
    readonly number: number,
  ) {
    let isTooLong = element.isTooLong;
    for (const child of element.children) {
      const { name, text, attributes } = child;
      if (name === "category")
        this.terms.push({
          domain: attributes.get("domain") ?? "category",
          nicename: clean(attributes.get("nicename") ?? ""),
          name: clean(text),
        });
      else if (name === "wp:postmeta") {
        const key = clean(fieldOf(child, "wp:meta_key"));
        if (child.isTooLong || child.children.some((part) => part.isTooLong)) this.longMetas += 1;
        else if (key !== "" && !this.metas.has(key)) this.metas.set(key, fieldOf(child, "wp:meta_value"));
      } else if (name === "wp:comment") this.comments.push(child);
      else if (!this.fields.has(name)) {
        this.fields.set(name, text);
        if (child.isTooLong) isTooLong = true;
      }
    }
    this.isTooLong = isTooLong;
  }

  field(name: string): string {
    return clean(this.fields.get(name) ?? "");
  }

  /** Its number at the old site; of files without one, its place in the file. */
  get id(): string {
    return this.field("wp:post_id") || `item ${this.number}`;
  }

  get type(): string {
    return this.field("wp:post_type") || "post";
  }

  get status(): string {
    return this.field("wp:status") || "publish";
  }

  /** Whether WordPress showed it to everybody. */
  get isShown(): boolean {
    return this.status === "publish" && this.field("wp:post_password") === "";
  }
}

const kinds = new Map<string, ItemKind>([
  ["post", "post"],
  ["page", "sheet"],
  ["attachment", "attachment"],
  ["nav_menu_item", "menu"],
  ["wp_block", "block"],
]);

/** What an item becomes here; types of plugins only where somebody asked for them. */
export function kindOf(item: Item, { types }: Pick<ReadingChoices, "types">): ItemKind {
  const asked = Object.hasOwn(types, item.type) ? types[item.type] : undefined;
  return kinds.get(item.type) ?? asked ?? "other";
}

/** A copy that does not keep the whole part of the file in memory of which it is a piece. */
export const copied = (text: string): string => Buffer.from(text).toString();
