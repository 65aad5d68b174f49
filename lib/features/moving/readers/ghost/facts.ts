import type { CategoryRecord, TagRecord, UserRecord } from "../../records";
import type { ReadingChoices } from "../../reading";
import type { JsonFile } from "../json-file";
import type { JsonPlace } from "../json-reading";
import type { LeftTally } from "../left-tally";
import { basePathOf } from "../old-address";
import { isSheet } from "./addresses";
import { isInternal, tagOf, userOf } from "./few-records";
import { Row } from "./row";
import { withoutSlashAtEnd } from "../../../../text/address-parts";

/** Settings that a text or an address depends on, or that are taken over; the others are not looked at. */
const wanted = new Set([
  "title",
  "description",
  "url",
  "timezone",
  "active_timezone",
  "activeTimezone",
  "navigation",
  "secondary_navigation",
  "permalinks",
  "is_private",
]);

/** The parts of a date at the old site. */
function dayOf(time: Date, zone: string): { year: string; month: string; day: string } {
  let parts: Intl.DateTimeFormatPart[];
  const form = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    parts = new Intl.DateTimeFormat("en-US", { ...form, timeZone: zone || "UTC" }).formatToParts(time);
  } catch {
    parts = new Intl.DateTimeFormat("en-US", { ...form, timeZone: "UTC" }).formatToParts(time);
  }
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return { year: part("year"), month: part("month"), day: part("day") };
}

/** What the texts need to know, and the records that are few. */
export class Facts {
  readonly settings = new Map<string, string>();
  readonly users: UserRecord[] = [];
  readonly userNames = new Map<string, string>();
  readonly tags = new Map<string, TagRecord>();
  readonly internalTags = new Map<string, string>();
  /** Tags that stand first in a post, where those become categories; null where they do not. */
  primaryTags: Set<string> | null = null;
  /** Tags that stand elsewhere. */
  readonly #otherTags = new Set<string>();
  readonly #userSlugs = new Map<string, string>();

  constructor(
    readonly data: JsonPlace,
    readonly given: string | null,
  ) {}

  get site(): string | null {
    return withoutSlashAtEnd(this.given ?? this.settings.get("url") ?? "") || null;
  }

  /** Whether the whole site was behind a password. */
  get isPrivate(): boolean {
    return ["true", "1"].includes(this.settings.get("is_private") ?? "");
  }

  get base(): string {
    return basePathOf(this.site);
  }

  async read(
    file: JsonFile,
    { primaryTagAsCategory }: Pick<ReadingChoices, "primaryTagAsCategory">,
    left: LeftTally,
  ): Promise<void> {
    await this.#readSettings(file, left);
    await this.#readUsers(file);
    await this.#readTags(file, left);
    if (primaryTagAsCategory) await this.#readPrimaryTags(file);
  }

  async #readSettings(file: JsonFile, left: LeftTally): Promise<void> {
    let others = 0;
    for await (const item of file.items([...this.data, "settings"])) {
      const row = new Row(item);
      const key = row.text("key");
      if (wanted.has(key) && !this.settings.has(key)) this.settings.set(key, row.text("value"));
      if (
        key === "codeinjection_head" ||
        key === "codeinjection_foot" ||
        key === "ghost_head" ||
        key === "ghost_foot"
      ) {
        const hasCode = !["", "null"].includes(row.text("value").trim());
        left.add(
          hasCode ? `setting ${key}` : "settings",
          "option",
          hasCode ? "code is never taken over" : "this site has its own",
        );
      } else if (key !== "title" && key !== "description") others += 1;
    }
    left.add("settings", "option", "this site has its own", others);
  }

  async #readUsers(file: JsonFile): Promise<void> {
    const names = new Map<string, string>();
    for await (const item of file.items([...this.data, "roles"])) {
      const row = new Row(item);
      names.set(row.text("id"), row.text("name"));
    }
    const roles = new Map<string, string>();
    for await (const item of file.items([...this.data, "roles_users"])) {
      const row = new Row(item);
      roles.set(row.text("user_id"), names.get(row.text("role_id")) ?? "");
    }
    for await (const item of file.items([...this.data, "users"])) {
      const row = new Row(item);
      const user = userOf(row, roles.get(row.text("id")) ?? "", this.site ?? "", this.base);
      this.users.push(user);
      this.userNames.set(user.source, user.nickname);
      this.#userSlugs.set(user.source, row.text("slug"));
    }
  }

  async #readTags(file: JsonFile, left: LeftTally): Promise<void> {
    for await (const item of file.items([...this.data, "tags"])) {
      const row = new Row(item);
      if (isInternal(row)) {
        this.internalTags.set(row.text("id"), row.text("name"));
        left.add("internal tags", "tag", "they steered the theme, and stand in the meta internal_tags of their posts");
        continue;
      }
      this.tags.set(row.text("id"), tagOf(row, this.site ?? "", this.base));
      const more = ["description", "meta_title", "meta_description", "og_title", "og_description", "twitter_title"];
      if (more.some((name) => row.text(name) !== ""))
        left.add("descriptions of tags", null, "tags have no descriptions here");
    }
  }

  async #readPrimaryTags(file: JsonFile): Promise<void> {
    const pages = new Set<string>();
    for await (const item of file.items([...this.data, "posts"])) {
      const row = new Row(item);
      if (isSheet(row)) pages.add(row.text("id"));
    }
    const first = new Map<string, { tag: string; order: number }>();
    for await (const item of file.items([...this.data, "posts_tags"], 1000)) {
      const row = new Row(item);
      const [post, tag, order] = [row.text("post_id"), row.text("tag_id"), row.number("sort_order")];
      if (!this.tags.has(tag)) continue;
      const known = pages.has(post) ? { tag: "", order: -1 } : first.get(post);
      if (known && known.order <= order) this.#otherTags.add(tag);
      else {
        if (known) this.#otherTags.add(known.tag);
        first.set(post, { tag, order });
      }
    }
    this.primaryTags = new Set([...first.values()].map(({ tag }) => tag));
  }

  /** Tags that become categories. */
  *categories(): Generator<CategoryRecord> {
    for (const id of this.primaryTags ?? []) {
      const tag = this.tags.get(id);
      if (!tag) continue;
      const { source, name, slug, thumbnail, oldAddresses } = tag;
      const common = { source, name, slug, thumbnail, description: "", parent: null, password: "", warnings: [] };
      yield { kind: "category", ...common, oldAddresses: this.#otherTags.has(id) ? [] : oldAddresses };
    }
  }

  /** Tags that stay tags: those that nothing but categories would be made of are left out. */
  tagRecords(): TagRecord[] {
    return [...this.tags.values()].filter(
      ({ source }) => !this.primaryTags?.has(source) || this.#otherTags.has(source),
    );
  }

  /** Where a post or page stood. */
  addressesOf(row: Row, time: Date | null, primaryTag: string, author: string): string[] {
    const slug = row.text("slug");
    if (slug === "") return [];
    const pattern = this.settings.get("permalinks") ?? "";
    const plain = `${this.base}/${slug}/`;
    if (isSheet(row) || !pattern.includes(":") || !time) return [plain];
    const { year, month, day } = dayOf(
      time,
      this.settings.get("timezone") ||
        this.settings.get("active_timezone") ||
        this.settings.get("activeTimezone") ||
        "",
    );
    const values: Record<string, string> = {
      year,
      month,
      day,
      slug,
      id: row.text("id"),
      uuid: row.text("uuid"),
      primary_tag: primaryTag || "all",
      author: this.#userSlugs.get(author) ?? "",
      primary_author: this.#userSlugs.get(author) ?? "",
    };
    const path = pattern.replace(/:(\w{1,20})/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
    );
    return [...new Set([`${this.base}/${path.replace(/^\/+/, "")}`, plain])];
  }
}
