import type { ForeignRecord, RecordKind, Unread } from "../../records";
import type { LeftOut, ReadingChoices } from "../../reading";
import type { JsonFile } from "../json-file";
import type { HaloAddresses } from "./halo-addresses";
import { commentRecords } from "./halo-comments";
import { optionsOf } from "./halo-options";
import { type HaloRow, idOf, isRow, textOf } from "./halo-rows";
import * as small from "./halo-small";
import type { Known } from "./halo-small";
import { tablesFor, type TextFacts, textRecord } from "./halo-texts";

type Some = ForeignRecord | Unread;
type Target = "post" | "sheet" | "journal";

/** Tables whose rows become records. */
const tables: Partial<Record<RecordKind, string>> = {
  user: "user",
  category: "categories",
  tag: "tags",
  attachment: "attachments",
  post: "posts",
  sheet: "sheets",
  journal: "journals",
  link: "links",
  photo: "photos",
};
const commentTables: Record<Target, string> = {
  post: "post_comments",
  sheet: "sheet_comments",
  journal: "journal_comments",
};
/** Tables that are read with others, or whose rows are counted for themselves. */
const parts = new Set([
  ...Object.values(tables),
  ...Object.values(commentTables),
  "contents",
  "post_categories",
  "post_tags",
  "post_metas",
  "sheet_metas",
  "menus",
  "options",
  "version",
  "export_date",
]);
const whyLeft: Record<string, string> = {
  logs: "the old site's log says nothing about this one",
  theme_settings: "looks are not taken over",
  comment_black_list: "addresses are blocked anew here",
  content_patch_logs: "former versions of texts are not taken over; the latest text is",
};

const titleOf = (row: HaloRow): string =>
  textOf(row, "title") || textOf(row, "name") || textOf(row, "author") || textOf(row, "username");
const unread = (kind: RecordKind, { id, row }: Known) => ({
  kind,
  source: id,
  title: titleOf(row).slice(0, 200),
  warnings: [],
});

/** Halo's tables, record by record. */
export class HaloSource {
  readonly #json: JsonFile;
  readonly #addresses: HaloAddresses;
  readonly #options: HaloRow[];
  readonly #users: HaloRow[];
  readonly #menuTeam: string;
  readonly #as: ReadingChoices["as"];
  readonly #left: LeftOut[] = [];
  /** Identifiers that were given already; those of comments are of one space. */
  readonly #given = new Map<string, Set<string>>();
  readonly #texts: Record<Target, Set<string>> = { post: new Set(), sheet: new Set(), journal: new Set() };

  constructor(
    json: JsonFile,
    addresses: HaloAddresses,
    rows: { options: HaloRow[]; users: HaloRow[] },
    choices: { menuTeam: string; as: ReadingChoices["as"] },
  ) {
    [this.#json, this.#addresses] = [json, addresses];
    [this.#options, this.#users] = [rows.options, rows.users];
    [this.#menuTeam, this.#as] = [choices.menuTeam, choices.as];
  }

  /** The number of records, and what is left out, by the lengths of the tables. */
  async count(names: readonly string[]): Promise<number> {
    let total = 0;
    for (const table of [...Object.values(tables), ...Object.values(commentTables)])
      total += table === "user" ? this.#users.length : await this.#json.count(table);
    for (const name of names.filter((each) => !parts.has(each))) {
      const count = await this.#json.count(name);
      const why = Object.hasOwn(whyLeft, name) ? whyLeft[name] : undefined;
      if (count > 0) this.#left.push({ what: name, kind: null, count, why: why ?? "it is not known what this is" });
    }
    const menus = await this.#rows("menus");
    const teams = new Map<string, number>();
    for (const row of menus) teams.set(textOf(row, "team"), (teams.get(textOf(row, "team")) ?? 0) + 1);
    for (const [team, count] of teams)
      if (team === this.#menuTeam) total += count;
      else
        this.#left.push({ what: `menu ${JSON.stringify(team)}`, kind: "menu", count, why: "this site has one menu" });
    const { records, left } = optionsOf(this.#options);
    for (const each of left) this.#left.push(each);
    return total + records.length;
  }

  left = (): LeftOut[] => this.#left;

  async *records(): AsyncGenerator<Some> {
    this.#given.clear();
    const users = this.#fresh("user", this.#users);
    yield* users.unread;
    for (const user of users.known) yield small.userRecord(user);
    const categories = this.#fresh("category", await this.#rows("categories"));
    yield* categories.unread;
    const categoryRecords = small.categoryRecords(categories.known, this.#addresses);
    yield* categoryRecords;
    const tags = this.#fresh("tag", await this.#rows("tags"));
    yield* tags.unread;
    for (const tag of tags.known) yield small.tagRecord(tag, this.#addresses);
    yield* this.#attachments();
    const emails = new Map(users.known.map(({ id, row }) => [textOf(row, "email").trim().toLowerCase(), id]));
    const ids = (known: readonly Known[]) => new Set(known.map(({ id }) => id));
    const common = {
      as: this.#as,
      author: users.known.length === 1 ? (users.known[0]?.id ?? null) : null,
      categories: ids(categories.known),
      lockOf: small.locksOf(categoryRecords),
      tags: ids(tags.known),
    };
    yield* this.#textsOf(
      "post",
      { ...common, addresses: (slug, id, time) => this.#addresses.post(slug, id, time) },
      emails,
    );
    yield* this.#textsOf("sheet", { ...common, addresses: (slug) => this.#addresses.sheet(slug) }, emails);
    yield* this.#journals(emails);
    for (const kind of ["post", "sheet", "journal"] as const) yield* this.#strayComments(kind);
    const links = this.#fresh("link", await this.#rows("links"));
    yield* links.unread;
    yield* this.#taken("link", small.linksInOrder(links.known), small.linkRecord);
    const photos = this.#fresh("photo", await this.#rows("photos"));
    yield* photos.unread;
    yield* this.#taken("photo", photos.known, small.photoRecord);
    yield* this.#menus();
    yield* optionsOf(this.#options).records;
  }

  async #rows(table: string): Promise<HaloRow[]> {
    const rows: HaloRow[] = [];
    for await (const row of this.#json.items([table], 1000)) rows.push(isRow(row) ? row : {});
    return rows;
  }

  /** Parts rows into those with an identifier of their own, and failures. */
  #fresh(kind: RecordKind, rows: readonly HaloRow[]): { known: Known[]; unread: Unread[] } {
    const given = this.#given.get(kind) ?? new Set<string>();
    this.#given.set(kind, given);
    const [known, failures]: [Known[], Unread[]] = [[], []];
    for (const row of rows) {
      const id = idOf(row);
      if (id === null) failures.push({ ...unread(kind, { id: "", row }), failed: "it has no id" });
      else if (given.has(id))
        failures.push({ ...unread(kind, { id, row }), failed: `another ${kind} of the file has the id ${id} already` });
      else {
        given.add(id);
        known.push({ id, row });
      }
    }
    return { known, unread: failures };
  }

  *#taken(
    kind: RecordKind,
    rows: readonly Known[],
    recordOf: (known: Known) => ForeignRecord | string,
  ): Generator<Some> {
    for (const known of rows) {
      const record = recordOf(known);
      yield typeof record === "string" ? { ...unread(kind, known), skipped: record } : record;
    }
  }

  async *#pages(table: string): AsyncGenerator<HaloRow[]> {
    let page: HaloRow[] = [];
    for await (const row of this.#json.items([table])) {
      page.push(isRow(row) ? row : {});
      if (page.length < 100) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  /** A file that two rows name becomes one attachment. */
  async *#attachments(): AsyncGenerator<Some> {
    const addresses = new Map<string, string>();
    for await (const page of this.#pages("attachments")) {
      const { known, unread: failures } = this.#fresh("attachment", page);
      yield* failures;
      for (const each of known) {
        const record = small.attachmentRecord(each, this.#addresses);
        const first = addresses.get(record.address);
        if (first === undefined) addresses.set(record.address, record.source);
        yield first === undefined
          ? record
          : { ...unread("attachment", each), skipped: `attachment ${first} is the same file` };
      }
    }
  }

  async *#textsOf(kind: "post" | "sheet", facts: TextFacts, emails: ReadonlyMap<string, string>): AsyncGenerator<Some> {
    for await (const page of this.#pages(tables[kind] ?? "")) {
      const { known, unread: failures } = this.#fresh(kind, page);
      yield* failures;
      const others = await tablesFor(
        this.#json,
        kind,
        known.map(({ id }) => id),
      );
      for (const each of known) {
        const record = textRecord(kind, each.row, each.id, others, facts);
        yield typeof record === "string" ? { ...unread(kind, each), failed: record } : record;
        if (typeof record !== "string") yield* this.#commentsOf(kind, each.id, emails);
      }
    }
  }

  async *#journals(emails: ReadonlyMap<string, string>): AsyncGenerator<Some> {
    for await (const page of this.#pages("journals")) {
      const { known, unread: failures } = this.#fresh("journal", page);
      yield* failures;
      for (const each of known) {
        yield small.journalRecord(each);
        yield* this.#commentsOf("journal", each.id, emails);
      }
    }
  }

  async *#commentsOf(kind: Target, source: string, emails: ReadonlyMap<string, string>): AsyncGenerator<Some> {
    this.#texts[kind].add(source);
    const rows = await this.#json.where([commentTables[kind]], "postId", [source]);
    const { known, unread: failures } = this.#fresh(
      "comment",
      rows.map((row) => (isRow(row) ? row : {})),
    );
    yield* failures;
    yield* commentRecords(known, { kind, source }, emails);
  }

  /** Comments whose text is not in the file, or was not taken. */
  async *#strayComments(kind: Target): AsyncGenerator<Some> {
    for await (const page of this.#pages(commentTables[kind]))
      for (const row of page) {
        const target = textOf(row, "postId");
        if (this.#texts[kind].has(target)) continue;
        yield {
          ...unread("comment", { id: idOf(row) ?? "", row }),
          skipped: `its ${kind} ${target} is not in the file or was not taken over`,
        };
      }
  }

  async *#menus(): AsyncGenerator<Some> {
    const rows = (await this.#rows("menus")).filter((row) => textOf(row, "team") === this.#menuTeam);
    const { known, unread: failures } = this.#fresh("menu", rows);
    yield* failures;
    for (const { known: each, record } of small.menuRecords(known))
      yield typeof record === "string" ? { ...unread("menu", each), skipped: record } : record;
  }
}
