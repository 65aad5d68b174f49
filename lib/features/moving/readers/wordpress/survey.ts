import type { ReadingChoices } from "../../reading";
import { LeftTally } from "../left-tally";
import { basePathOf } from "../old-address";
import { Attachments } from "./attachments";
import { whyLeft } from "./comments";
import { instantOfRss, ZoneOffsets } from "./dates";
import { copied, fieldOf, Item, type ItemKind, kindOf } from "./item";
import { Menus } from "./menus";
import { Permalinks } from "./permalinks";
import { ReusableTexts } from "./reusable";
import { termKey, Terms } from "./terms";
import { Users } from "./users";
import type { XmlElement } from "./xml-elements";
import { withoutSlashAtEnd } from "../../../../text/address-parts";

type Choices = Pick<ReadingChoices, "types" | "taxonomies" | "pingbacks" | "site">;

/** Reasons for types that no site takes over. */
const systemTypes = new Map([
  ["revision", "earlier texts are not exported whole"],
  ["customize_changeset", "looks are not taken over"],
  ["wp_global_styles", "looks are not taken over"],
  ["wp_template", "looks are not taken over"],
  ["wp_template_part", "looks are not taken over"],
  ["wp_navigation", "looks are not taken over"],
  ["wp_font_family", "looks are not taken over"],
  ["wp_font_face", "looks are not taken over"],
  ["custom_css", "looks are not taken over"],
  ["oembed_cache", "it is made again where it is needed"],
]);

/** What the first way through the file finds: small facts that the records need, and what is left. */
export class Survey {
  version: string | null = null;
  exportTime: Date | null = null;
  title = "";
  description = "";
  readonly users = new Users();
  readonly categories = new Terms();
  readonly tags = new Terms();
  readonly attachments = new Attachments();
  readonly reusable = new ReusableTexts();
  readonly menus = new Menus();
  readonly offsets = new ZoneOffsets();
  readonly permalinks = new Permalinks();
  readonly left = new LeftTally();
  /** What the texts of the file are, by number. */
  readonly texts = new Map<string, "post" | "sheet">();
  /** Those that not everybody may read. */
  readonly hiddenTexts = new Set<string>();
  /** The slugs of pages, which other pages may stand below. */
  readonly pageSlugs = new Map<string, string>();
  /** Texts, readable or not, and comments that are given. */
  textCount = 0;
  commentCount = 0;
  #items = 0;
  readonly #otherTerms = new Set<string>();
  readonly #ids = new Set<string>();
  #sites = new Map<string, string>();

  constructor(readonly choices: Choices) {}

  get site(): string | null {
    const named = this.#sites.get("wp:base_blog_url") || this.#sites.get("link") || this.#sites.get("wp:base_site_url");
    return withoutSlashAtEnd(this.choices.site ?? named ?? "") || null;
  }

  get base(): string {
    return basePathOf(this.site);
  }

  get total(): number {
    const { users, categories, tags, attachments, menus } = this;
    const all = [users, categories, tags, attachments, menus].reduce((sum, { size }) => sum + size, 0);
    return all + this.textCount + this.commentCount + this.optionCount;
  }

  get optionCount(): number {
    return Number(this.title !== "") + Number(this.description !== "");
  }

  async take(element: XmlElement): Promise<void> {
    const { name, text } = element;
    if (name === "item") return this.#item(new Item(element, (this.#items += 1)));
    if (name === "wp:author") this.users.add(element);
    else if (name === "wp:category" || name === "wp:tag" || name === "wp:term") this.#term(element);
    else if (name === "link" || name === "wp:base_blog_url" || name === "wp:base_site_url")
      this.#sites.set(name, copied(text.trim()));
    else if (name === "wp:wxr_version") this.version ??= copied(text.trim());
    else if (name === "title") this.title ||= copied(text.trim());
    else if (name === "description") this.description ||= copied(text.trim());
    else if (name === "pubDate") {
      const time = instantOfRss(text.trim());
      if (time !== null) this.exportTime ??= new Date(time);
    }
  }

  #term(element: XmlElement): void {
    const field = (name: string) => fieldOf(element, `wp:${name}`).trim();
    const number = field("term_id");
    const taxonomy = element.name === "wp:term" ? field("term_taxonomy") : element.name.slice(3);
    const [nicename, name] =
      element.name === "wp:category"
        ? [field("category_nicename"), field("cat_name")]
        : element.name === "wp:tag"
          ? [field("tag_slug"), field("tag_name")]
          : [field("term_slug"), field("term_name")];
    const key = termKey({ nicename, name });
    if (taxonomy === "category") {
      const [parent, description] =
        element.name === "wp:term"
          ? [field("term_parent"), field("term_description")]
          : [field("category_parent"), field("category_description")];
      this.categories.add(key, { name, parent, description, number });
    } else if (taxonomy === "tag" || taxonomy === "post_tag") this.tags.add(key, { name, number });
    else if (this.choices.taxonomies.includes(taxonomy)) this.tags.add(key, { name, number });
    else this.#leaveTerm(taxonomy, key);
  }

  /** Counts a term of a taxonomy that this site does not have, once. */
  #leaveTerm(taxonomy: string, key: string): void {
    const term = `${taxonomy} ${key}`;
    if (taxonomy === "nav_menu" || taxonomy === "post_format" || this.#otherTerms.has(term)) return;
    this.#otherTerms.add(copied(term));
    const name = copied(taxonomy);
    const why = `its terms become tags with --taxonomy ${name}`;
    this.left.add(`taxonomy ${name}`, null, why, 1, { choice: "taxonomies", name });
  }

  async #item(item: Item): Promise<void> {
    const id = copied(item.id);
    const kind = kindOf(item, this.choices);
    this.offsets.note(item.field("wp:post_date_gmt"), item.field("wp:post_date"));
    const isAgain = this.#ids.has(id);
    this.#ids.add(id);
    if (kind === "post" || kind === "sheet") this.#text(item, id, kind, isAgain);
    else {
      await this.#other(item, id, kind, isAgain);
      this.left.add(
        kind === "attachment" ? "comments on attachments" : `comments on ${item.type}`,
        "comment",
        "what they belong to has no comments here",
        item.comments.length,
      );
    }
  }

  async #other(item: Item, id: string, kind: ItemKind, isAgain: boolean): Promise<void> {
    if (kind === "attachment") this.attachments.add(item, isAgain);
    else if (kind === "menu") {
      if (item.isShown) this.menus.add(item);
      else this.left.add("entries of menus that were not saved", "menu", "the old site did not show them");
    } else if (kind === "block") {
      // WordPress puts no other into a text.
      if (!isAgain && item.isShown) await this.reusable.add(id, item.fields.get("content:encoded") ?? "");
      this.left.add("wp_block", null, "reusable blocks are put into the texts that refer to them");
    } else {
      const name = copied(item.type);
      const why = systemTypes.get(name);
      if (why !== undefined) this.left.add(name, null, why);
      else
        this.left.add(name, null, `it belongs to a plugin or theme; --type ${name}=post takes it over`, 1, {
          choice: "types",
          name,
        });
    }
  }

  #text(item: Item, id: string, kind: "post" | "sheet", isAgain: boolean): void {
    this.textCount += 1;
    if (isAgain || item.isTooLong || isEmptyDraft(item)) {
      this.left.add(
        "comments of texts that were not taken over",
        "comment",
        "their text is not there",
        item.comments.length,
      );
      return;
    }
    this.texts.set(id, kind);
    if (!item.isShown) this.hiddenTexts.add(id);
    if (kind === "sheet") this.pageSlugs.set(id, copied(item.field("wp:post_name")));
    else if (item.status === "publish")
      this.permalinks.note(item.field("link"), this.base, item.field("wp:post_name"), [
        item.field("wp:post_date"),
        item.field("wp:post_date_gmt"),
      ]);
    for (const { domain, nicename, name } of item.terms) {
      const key = termKey({ nicename, name });
      if (domain === "category") this.categories.add(key, { name });
      else if (domain === "post_tag" || domain === "tag" || this.choices.taxonomies.includes(domain))
        this.tags.add(key, { name });
      else this.#leaveTerm(domain, key);
    }
    for (const comment of item.comments) {
      const why = whyLeft(comment, this.choices);
      if (why) this.left.add(why.what, "comment", why.why, 1, why.offer);
      else this.commentCount += 1;
    }
  }
}

/** A draft that WordPress began by itself and nobody wrote. */
export const isEmptyDraft = (item: Item): boolean =>
  item.status === "auto-draft" &&
  item.field("content:encoded") === "" &&
  ["", "Auto Draft"].includes(item.field("title"));
