import { plainTextOf } from "../../../../text/html/plain-text";
import type { AttachmentRecord, Unread } from "../../records";
import { decodedAddress } from "../../../../text/address-parts";
import { oldPath } from "../old-address";
import { instantOf } from "./dates";
import { copied, type Item } from "./item";
import type { FileFacts } from "./media-shortcodes";

type Facts = FileFacts & { name: string; page: string; time: number | null };

/** The longest caption and alternative text that are kept. */
const MAX_WORDS = 1000;

/** The uploaded files of the old site, and which texts they belong to. */
export class Attachments {
  readonly #files = new Map<string, Facts>();
  readonly #ofText = new Map<string, { id: string; order: number }[]>();
  readonly #failed: Unread[] = [];

  add(item: Item, isAgain: boolean): void {
    const id = copied(item.id);
    const name = copied(plainTextOf(item.field("title")).slice(0, MAX_WORDS));
    const guid = item.field("guid");
    const address = copied(item.field("wp:attachment_url") || (/\.\w{2,5}$/.test(guid) ? guid : ""));
    const unread = { kind: "attachment" as const, title: name, warnings: [] };
    if (isAgain)
      this.#failed.push({
        ...unread,
        source: `${id} (again)`,
        failed: `The file has two records with the number ${id}; this is the second.`,
      });
    else if (address === "") this.#failed.push({ ...unread, source: id, failed: "It has no address." });
    else {
      const words = (text: string) => copied(plainTextOf(text).slice(0, MAX_WORDS));
      this.#files.set(id, {
        address,
        name,
        alt: words(item.metas.get("_wp_attachment_image_alt") ?? ""),
        caption: words(item.fields.get("excerpt:encoded") ?? ""),
        page: copied(oldPath(item.field("link")) ?? ""),
        time: instantOf(item.field("wp:post_date_gmt")) ?? instantOf(item.field("wp:post_date")),
      });
      this.#belongs(item, id);
    }
  }

  #belongs(item: Item, id: string): void {
    const parent = copied(item.field("wp:post_parent"));
    if (parent === "" || parent === "0") return;
    const others = this.#ofText.get(parent) ?? [];
    others.push({ id, order: Number(item.field("wp:menu_order")) || 0 });
    this.#ofText.set(parent, others);
  }

  file(id: string): FileFacts | undefined {
    return this.#files.get(id.trim());
  }

  filesOf(textId: string): readonly string[] {
    return (this.#ofText.get(textId) ?? []).toSorted((a, b) => a.order - b.order).map(({ id }) => id);
  }

  get size(): number {
    return this.#files.size + this.#failed.length;
  }

  *records(base: string): Generator<AttachmentRecord | Unread> {
    for (const [id, { address, name, alt, caption, page, time }] of this.#files) {
      const path = oldPath(address);
      yield {
        kind: "attachment",
        source: id,
        name: name || decodedAddress(address.slice(address.lastIndexOf("/") + 1)),
        address,
        altText: alt,
        caption,
        team: "",
        createTime: time === null ? null : new Date(time),
        warnings: [],
        oldAddresses: [
          ...(path === null ? [] : [path]),
          `${base}/?attachment_id=${id}`,
          ...(page === "" || page === path ? [] : [page]),
        ],
      };
    }
    yield* this.#failed;
  }
}
