import type { ForeignRecord, Unread } from "../../records";
import type { LeftOut, MediaFinder, OpenSource, ReadingChoices } from "../../reading";
import type { JsonFile } from "../json-file";
import { type JsonPlace, keyOf } from "../json-reading";
import { LeftTally } from "../left-tally";
import { hostOf } from "../old-address";
import { isSheet } from "./addresses";
import { BodyTooLong } from "./body";
import { ghostComments, isDeleted } from "./comments";
import type { Facts } from "./facts";
import type { GhostFile } from "./file";
import { menuRecords, menuSize } from "./menu";
import { versionWords } from "./recognising";
import { Row } from "./row";
import { ghostText, type Related } from "./texts";

/** Posts that are read at once, each with its rows of other tables. */
const AT_ONCE = 50;

/** Tables that are read, or that only relate others. */
const read = new Set(
  "posts posts_authors posts_meta posts_tags roles roles_users settings tags users comments members".split(" "),
);
const secret = new Set(
  "api_keys sessions tokens integrations webhooks brute accesstokens refreshtokens clients invites".split(" "),
);

/** An opened export. */
export class GhostSource implements OpenSource {
  readonly kind = "ghost";
  total = 0;
  version: string | null = null;
  exportTime: Date | null = null;
  readonly #left = new LeftTally();
  #givenComments = 0;
  #comments = 0;

  constructor(
    readonly file: GhostFile,
    readonly json: JsonFile,
    readonly facts: Facts,
    readonly media: MediaFinder | null,
    readonly choices: ReadingChoices,
  ) {}

  get site(): string | null {
    return this.facts.site;
  }

  get hosts(): OpenSource["hosts"] {
    const host = this.site === null ? null : hostOf(this.site);
    return { site: host === null ? [] : [host], files: [] };
  }

  /** Reads what is small, and counts. */
  async prepare(at: JsonPlace): Promise<void> {
    const { json, facts, choices } = this;
    const meta = new Row(await json.value(...at, "meta"));
    this.version = meta.text("version") === "" ? null : versionWords(meta.text("version"));
    this.exportTime = meta.date("exported_on");
    await facts.read(json, choices, this.#left);
    const outline = await json.outline(...facts.data);
    for (const name of outline.is === "object" ? outline.names : []) {
      if (read.has(name) && name !== "members") continue;
      const why = secret.has(name) ? "secrets are not read" : "this site has nothing like it";
      this.#left.add(name.slice(0, 100), null, why, await json.count(...facts.data, name));
    }
    this.#comments = await this.#countComments();
    const posts = await json.count(...facts.data, "posts");
    const menu = menuSize(facts, this.#left);
    const few = facts.users.length + facts.tagRecords().length + [...facts.categories()].length + menu;
    this.total = few + posts + this.#comments + this.#options().length;
  }

  /** Comments that are to be given; deleted ones are only counted. */
  async #countComments(): Promise<number> {
    let count = 0;
    for await (const item of this.json.items([...this.facts.data, "comments"])) {
      if (isDeleted(new Row(item))) this.#left.add("deleted comments", "comment", "the old site had deleted them");
      else count += 1;
    }
    return count;
  }

  async *records(): AsyncGenerator<ForeignRecord | Unread> {
    const { facts } = this;
    yield* facts.users;
    yield* facts.categories();
    yield* facts.tagRecords();
    yield* this.#texts();
    yield* menuRecords(facts);
    yield* this.#options();
    this.#left.add(
      "comments of texts that were not taken over",
      "comment",
      "their text is not there",
      this.#comments - this.#givenComments,
    );
  }

  async *#texts(): AsyncGenerator<ForeignRecord | Unread> {
    const seen = { texts: new Set<string>(), comments: new Set<string>() };
    let rows: Row[] = [];
    for await (const item of this.json.items([...this.facts.data, "posts"], AT_ONCE)) {
      rows.push(new Row(item));
      if (rows.length < AT_ONCE) continue;
      yield* this.#batch(rows, seen);
      rows = [];
    }
    yield* this.#batch(rows, seen);
  }

  async *#batch(
    rows: readonly Row[],
    seen: { texts: Set<string>; comments: Set<string> },
  ): AsyncGenerator<ForeignRecord | Unread> {
    const ids = [...new Set(rows.map((row) => row.text("id")))];
    const [metas, tags, authors] = [
      await this.#of("posts_meta", ids),
      await this.#of("posts_tags", ids),
      await this.#of("posts_authors", ids),
    ];
    for (const [index, row] of rows.entries()) {
      const id = row.text("id");
      const kind = isSheet(row) ? "sheet" : "post";
      const unread = { kind, title: row.text("title").slice(0, 200), warnings: [] } as const;
      if (id === "" || seen.texts.has(id)) {
        const failed = id === "" ? "It has no id." : `The file has two records with the id ${id}; this is the second.`;
        yield { ...unread, source: `${id} (again, ${seen.texts.size}-${index})`, failed, warnings: [] };
        continue;
      }
      seen.texts.add(id);
      const bySort = (a: Row, b: Row) => a.number("sort_order") - b.number("sort_order");
      const related: Related = {
        meta: metas.get(id)?.[0] ?? new Row(null),
        tags: (tags.get(id) ?? []).toSorted(bySort),
        authors: (authors.get(id) ?? []).toSorted(bySort),
      };
      const record = this.#text(row, related, { ...unread, source: id, warnings: [] });
      yield record;
      if (!("failed" in record) && "status" in record) yield* this.#commentsOf(id, kind, seen.comments);
    }
  }

  #text(row: Row, related: Related, unread: Omit<Unread, "failed" | "skipped">): ForeignRecord | Unread {
    try {
      return ghostText(row, related, this.facts, this.choices);
    } catch (error) {
      if (error instanceof BodyTooLong)
        return { ...unread, failed: "Its text is longer than 2 MiB, which is the most that a text may have." };
      if (error instanceof RangeError) return { ...unread, failed: "Its text is nested too deeply to be read." };
      throw error;
    }
  }

  async *#commentsOf(id: string, kind: "post" | "sheet", seen: Set<string>): AsyncGenerator<ForeignRecord | Unread> {
    if (this.#comments === 0) return;
    const rows = (await this.#of("comments", [id])).get(id) ?? [];
    const own = rows.filter((row) => !isDeleted(row));
    if (own.length === 0) return;
    const wanted = [...new Set(own.map((row) => row.text("member_id")).filter((each) => each !== ""))];
    const members = new Map<string, Row>();
    for (const item of await this.json.where([...this.facts.data, "members"], "id", wanted)) {
      const row = new Row(item);
      members.set(row.text("id"), row);
    }
    const records = ghostComments(own, { kind, source: id }, members, seen);
    this.#givenComments += records.length;
    yield* records;
  }

  /** Rows of a table by the post that they belong to. */
  async #of(table: string, ids: readonly string[]): Promise<Map<string, Row[]>> {
    const rows = new Map<string, Row[]>();
    if (ids.length === 0) return rows;
    for (const item of await this.json.where([...this.facts.data, table], "post_id", ids)) {
      const row = new Row(item);
      const id = keyOf(row.text("post_id"));
      const others = rows.get(id);
      if (others) others.push(row);
      else rows.set(id, [row]);
    }
    return rows;
  }

  #options(): ForeignRecord[] {
    const { settings } = this.facts;
    const [title, description] = [settings.get("title") ?? "", settings.get("description") ?? ""];
    const common = { kind: "option" as const, warnings: [], oldAddresses: [] };
    return [
      ...(title === "" ? [] : [{ ...common, source: "title", option: "site_title", value: title }]),
      ...(description === ""
        ? []
        : [{ ...common, source: "description", option: "site_description", value: description }]),
    ];
  }

  left(): LeftOut[] {
    return this.#left.list();
  }

  suggestions(): ReturnType<OpenSource["suggestions"]> {
    const pattern = this.facts.settings.get("permalinks") ?? "";
    const ours = new Map([
      ["", "/{slug}"],
      ["/:slug", "/{slug}"],
      ["/:year/:month/:slug", "/{yyyy}/{mm}/{slug}"],
      ["/:year/:month/:day/:slug", "/{yyyy}/{mm}/{dd}/{slug}"],
    ]).get(pattern.replace(/\/$/, ""));
    return ours === undefined ? [] : [{ option: "post_permalink", value: ours, why: "keeps the old addresses" }];
  }

  async close(): Promise<void> {
    await this.json.close();
    await this.media?.close();
    await this.file.close();
  }
}
