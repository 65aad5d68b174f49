import { createHash } from "node:crypto";
import { type Database, highestTaken } from "../../../../db";
import type { Actor } from "../../../core/access";
import { type Context, engine } from "../../../core/operation";
import type { CategoryRecord, ForeignRecord, ImportKind } from "../records";
import type { OpenSource } from "../reading";
import { clean } from "./fields";
import { lead, note, type Noted, noteWhole, recall, remember, type Remembered } from "./memory";
import { countRecords, type CountsByKind } from "./rows";
import { countIn, Tally } from "./tally";
import type { ImportChoices } from "./schema";

export type RunFacts = {
  /** Null for a dry run at the command line, which stores nothing. */
  id: number | null;
  kind: ImportKind;
  origin: string;
  dryRun: boolean;
  actor: Actor;
  author: { id: number; username: string };
  choices: ImportChoices;
  source: OpenSource;
  emptyKinds: readonly string[];
  /** When the import began: the moment of what has no date at all. */
  startTime: Date;
};

/** Names of what was made, of each sort, in a report, and their characters. They are stored with each batch that makes some. */
export const MOST_NAMED = 1000;
const LONGEST_NAME = 1000;

/** What a record's own hash does not cover. */
const withoutRemarks = ({ warnings: _warnings, ...record }: ForeignRecord) => record;

/** One run of an import: what it knows of its source, and what it has made so far. */
export class Run {
  /** Numbers of records here, by `kind source`. In a dry run those of records that would be made are negative. */
  readonly #ids = new Map<string, number>();
  #lastId = 0;
  /** What the present transaction has added, so that it can be taken back with it. */
  #fresh: string[] = [];
  /** What became of the records so far, as the last transaction left it; null where it has to be counted. */
  #counts: CountsByKind | null = null;
  /** The same with the present transaction. */
  #nextCounts: CountsByKind | null = null;
  #noted: Noted[] = [];
  /** Slugs that a dry run would use. */
  readonly claimed = new Set<string>();
  /** Further paths by which texts of the source name a record. */
  readonly linkedAs = new Map<string, string>();
  /** The source's categories: whether each has a password, and which is above it. */
  readonly #categories = new Map<string, { isLocked: boolean; parent: string | null }>();
  /** What relative addresses of texts count from, by `kind source`. */
  readonly #bases = new Map<string, string>();
  readonly tally = new Tally();
  readonly made = { tags: new Set<string>(), categories: new Set<string>(), users: new Set<string>() };

  constructor(readonly facts: RunFacts) {}

  /** The hash by which a change at the source is seen. */
  hashOf(record: ForeignRecord): string {
    if (record.hash !== undefined) return record.hash;
    const { as = "richtext" } = this.facts.choices;
    return createHash("sha256")
      .update(JSON.stringify([as, withoutRemarks(record)]))
      .digest("hex");
  }

  recall(db: Database, kind: string, source: string): Promise<Remembered | null> {
    return recall(db, this.facts.origin, kind, source);
  }

  /** The number of a record here; null where it was not taken in. */
  async idOf(db: Database, kind: string, source: string): Promise<number | null> {
    const key = `${kind} ${source}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const row = await this.recall(db, kind, source);
    if (row && kind !== "comment") this.#ids.set(key, row.recordId);
    return row?.recordId ?? null;
  }

  learn(kind: string, source: string, id: number): void {
    const key = `${kind} ${source}`;
    this.#ids.set(key, id);
    this.#fresh.push(key);
  }

  /** A number for a record that a dry run would make. */
  nextId(): number {
    return (this.#lastId -= 1);
  }

  /** The number that a record of our own export keeps, where the site has no record of its kind. */
  keptId(kind: string, source: string): number | undefined {
    return this.facts.emptyKinds.includes(kind) ? this.ownId(kind, source) : undefined;
  }

  /** The number of a record of our own export there. */
  ownId(kind: string, source: string): number | undefined {
    const id = Number(source);
    const isTaken = Number.isSafeInteger(id) && id > 0 && id <= highestTaken(kind === "comment" ? "comments" : "");
    return this.facts.kind === "broadsheet" && isTaken ? id : undefined;
  }

  /** Notes what became of a record, with what it leads to and is remembered by. */
  async note(
    { db }: Pick<Context, "db">,
    noted: Noted,
    {
      memory,
      oldAddresses = [],
    }: { memory?: Omit<Remembered, "origin" | "kind" | "source" | "writtenBy">; oldAddresses?: readonly string[] } = {},
  ): Promise<void> {
    const { id, origin, dryRun } = this.facts;
    const { kind, source } = noted;
    if (noted.outcome === "unchanged") noted.warnings = [];
    if (noted.recordId !== null && kind !== "comment") this.learn(kind, source, noted.recordId);
    if (id === null) return this.tally.add(noted, oldAddresses.length);
    if (noted.isWhole !== false) this.#noted.push(noted);
    await note(db, id, { ...noted, recordId: noted.recordId !== null && noted.recordId < 0 ? null : noted.recordId });
    if (dryRun) return;
    if (memory) await remember(db, { origin, kind, source, writtenBy: id, ...memory });
    if (noted.recordId !== null && oldAddresses.length > 0)
      await lead(db, oldAddresses, { kind, recordId: noted.recordId, origin, importId: id });
  }

  /** Lets the address that a file had at the old site lead to the attachment that it is here. */
  async leadToFile(db: Database, address: string, recordId: number): Promise<void> {
    const { id, origin } = this.facts;
    if (id !== null) await lead(db, [address], { kind: "attachment", recordId, origin, importId: id });
  }

  /** Notes the name of what was made, for the report. */
  noteMade(what: keyof Run["made"], name: string): void {
    if (this.made[what].size < MOST_NAMED) this.made[what].add(clean(name.slice(0, LONGEST_NAME)));
  }

  noteBase(kind: string, source: string, base: string | undefined): void {
    if (base !== undefined) this.#bases.set(`${kind} ${source}`, base);
  }

  noteCategory({ source, password, parent }: Pick<CategoryRecord, "source" | "password" | "parent">): void {
    this.#categories.set(source, { isLocked: password !== "", parent });
  }

  /** How many passwords protect a text in these categories at the source: theirs, and of those above. */
  locksThere(categories: readonly string[]): number {
    const seen = new Set<string>();
    for (const category of categories)
      for (
        let at: string | null = category;
        at !== null && !seen.has(at);
        at = this.#categories.get(at)?.parent ?? null
      )
        seen.add(at);
    return [...seen].filter((each) => this.#categories.get(each)?.isLocked).length;
  }

  baseOf = (kind: string, source: string): string | undefined => this.#bases.get(`${kind} ${source}`);

  /** Notes that a text with very many comments is here as a whole. */
  async noteWhole(db: Database, kind: string, source: string): Promise<void> {
    if (this.facts.id === null) return;
    await noteWhole(db, this.facts.id, kind, source);
    this.#counts = null;
  }

  /** What became of all records, in a transaction that has noted some. Whoever follows an import asks for it often. */
  async countsIn(db: Database): Promise<CountsByKind> {
    const counts = this.#counts ? structuredClone(this.#counts) : await countRecords(db, this.facts.id ?? 0);
    if (this.#counts) for (const noted of this.#noted) countIn(counts, noted);
    return (this.#nextCounts = counts);
  }

  begin(): void {
    [this.#fresh, this.#noted] = [[], []];
  }

  /** Keeps what a transaction has counted that is stored. */
  settle(): void {
    this.#counts = this.#nextCounts;
  }

  /** Forgets what a transaction that was rolled back had made. */
  takeBack(): void {
    for (const key of this.#fresh) this.#ids.delete(key);
    this.#fresh = [];
  }

  reader(): Database {
    return engine().reader;
  }
}
