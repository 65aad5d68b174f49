import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type Sqlite from "better-sqlite3";
import type { Database } from "../../../db";
import { connect, openReader } from "../../../db/sqlite";
import { visitor } from "../../core/access";
import { AppError } from "../../core/errors";
import { collectReads } from "../../core/cache-keys";
import "../../core/remembered";
import { shared } from "../../core/shared";
import type { Question } from "./questions";

/** The database as it was at one moment, whatever is committed afterwards. */
export type Snapshot = {
  db: Database;
  /** The names of the tables that were read since the last call. */
  tablesRead: () => ReadonlySet<string>;
  /** What these tables hold, as a digest; null: one of them is virtual, and cannot be compared. */
  contentsOf: (tables: ReadonlySet<string>) => string | null;
  close: () => void;
};

const reading = shared("watched-reading", () => new AsyncLocalStorage<Database>());

/** The connection that whatever is asked right now reads from; undefined outside of such questions. */
export const readFrom = (): Database | undefined => reading.getStore();

/** A connection that notes the tables which are read with it. */
type Connection = { db: Database; read: Set<string> };

/** Where the program keeps what it remembers of each database. */
const memories = () => shared("remembered", () => new WeakMap<Database, Map<string, never>>());

/** Connections that were used before: to open one, and to prepare its statements, costs more than to read with it. */
const spare: Connection[] = [];
let spareFile = "";

export type Answer = { value: unknown; text: string; keys: ReadonlySet<string>; kept: boolean };

/** The last answer to each question, which holds as long as the tables that it was made from hold the same. */
const answers = new Map<string, Answer & { tables: ReadonlySet<string>; contents: string | null }>();

const virtual = (sql: string): boolean => /^CREATE VIRTUAL/i.test(sql);

/** Opens a connection that notes every table whose name stands in a statement, when that is executed. */
function openNoting(file: string): Connection {
  const client = openReader(file);
  const read = new Set<string>();
  const tables = new Set(
    client.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all(),
  );
  const prepare = client.prepare.bind(client);
  client.prepare = ((text: string) => {
    const statement = prepare(text) as unknown as Record<string, (...given: unknown[]) => unknown>;
    const named = (text.match(/\w+/g) ?? []).filter((word) => tables.has(word));
    for (const name of ["all", "get", "iterate"]) {
      const execute = statement[name]?.bind(statement);
      statement[name] = (...given) => {
        for (const table of named) read.add(table);
        return execute?.(...given);
      };
    }
    return statement;
  }) as unknown as typeof client.prepare;
  return { db: connect(client), read };
}

export function takeSnapshot(file: string): Snapshot {
  if (file !== spareFile) dropSpare();
  spareFile = file;
  const connection = spare.pop() ?? openNoting(file);
  const { db, read } = connection;
  const client = db.$client;
  client.exec("BEGIN");
  // A transaction sees the database as it is at its first read.
  client.exec("SELECT count(*) FROM sqlite_master");
  const memory = new Memory(read);
  memories().set(db, memory);
  const digests = new Map<string, string | null>();
  const digestOf = (table: string) => {
    const known = digests.get(table);
    const digest = known === undefined ? contentsOf(client, table) : known;
    digests.set(table, digest);
    return digest;
  };
  const close = () => {
    if (file !== spareFile) return void client.close();
    client.exec("COMMIT");
    spare.push(connection);
  };
  return {
    db,
    tablesRead() {
      const tables = new Set(read);
      memory.note(tables);
      read.clear();
      return tables;
    },
    contentsOf(tables) {
      const parts = [...tables].map(digestOf);
      return parts.includes(null) ? null : parts.join();
    },
    close,
  };
}

/** What is remembered of a snapshot: a value that is taken from here was read from its tables, too. */
class Memory extends Map<string, never> {
  readonly #tables = new Map<string, ReadonlySet<string>>();

  constructor(private readonly read: Set<string>) {
    super();
  }

  override get(name: string): undefined {
    for (const table of this.#tables.get(name) ?? []) this.read.add(table);
    return super.get(name);
  }

  /** Puts these tables down for whatever was remembered since the last call. */
  note(tables: ReadonlySet<string>): void {
    for (const name of this.keys()) if (!this.#tables.has(name)) this.#tables.set(name, tables);
  }
}

/** Closes the connections that nobody uses. */
export function dropSpare(): void {
  for (const { db } of spare.splice(0)) db.$client.close();
  answers.clear();
  spareFile = "";
}

/** What a table holds, as a digest; null of a virtual one. */
function contentsOf(client: Sqlite.Database, table: string): string | null {
  const sql = client.prepare<[string], string>("SELECT sql FROM sqlite_master WHERE name = ?").pluck().get(table);
  if (sql === undefined || virtual(sql)) return null;
  const rows = client.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).raw().all();
  return createHash("sha256").update(JSON.stringify(rows)).digest("base64");
}

/** Bytes by their digest: to write them down takes longer than to make them. */
function plain(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return createHash("sha256").update(value).digest("base64");
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value) || "toJSON" in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

/** Puts a question as a stranger. Of refusals only "not found" is kept. */
async function put({ query, input }: Question): Promise<Answer> {
  const { result, scope } = await collectReads(async () => {
    try {
      return { value: plain(await query(visitor, input)), kept: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { value: error.code, kept: error.code === "not_found" };
    }
  });
  const text = JSON.stringify(result.value ?? null);
  return { value: JSON.parse(text) as unknown, text, kept: result.kept, keys: scope.cacheKeys };
}

/** Puts a question as it would have been put at that moment, with nothing remembered from earlier ones. */
export const ask = (question: Question, { db }: Snapshot): Promise<Answer> => reading.run(db, () => put(question));

const nameOf = ({ query, input }: Question): string => `${query.title} ${JSON.stringify(input)}`;

/** The same, asked only where the tables of the last answer hold something else. */
async function askAnew(question: Question, snapshot: Snapshot): Promise<Answer> {
  const name = nameOf(question);
  const known = answers.get(name);
  if (known && known.contents !== null && known.contents === snapshot.contentsOf(known.tables)) return known;
  snapshot.tablesRead();
  const answer = await ask(question, snapshot);
  const tables = snapshot.tablesRead();
  answers.set(name, { ...answer, tables, contents: snapshot.contentsOf(tables) });
  return answer;
}

/** The answers before and after a commit. */
export const askBoth = async (
  question: Question,
  before: Snapshot,
  after: Snapshot,
): Promise<[first: Answer, last: Answer]> => [await askAnew(question, before), await askAnew(question, after)];

/** Puts a question to the storage that the test uses, with what is remembered there. */
export const askNow = (question: Question): Promise<Answer> => reading.exit(() => put(question));

/** Numbers that are counted as people come: an answer says how they stood when it was made. */
const counted = new Set(["visits", "likes"]);

/** The same without what is counted. */
export const withoutCounts = (value: unknown): string =>
  JSON.stringify(value, (name, each: unknown) => (counted.has(name) ? undefined : each));

/** Whether a question is about what is counted. */
export const isAboutCounts = ({ input }: Question): boolean =>
  [...counted].some((name) => JSON.stringify(input).includes(name));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Whether `last` differs from `first` only where `again` does, too, which was asked of the same rows: by the clock. */
export function differsByClock(first: unknown, again: unknown, last: unknown): boolean {
  if (JSON.stringify(first) === JSON.stringify(last)) return true;
  if (!isObject(first) || !isObject(again) || !isObject(last)) return JSON.stringify(first) !== JSON.stringify(again);
  return [...new Set([...Object.keys(first), ...Object.keys(last)])].every((name) =>
    differsByClock(first[name], again[name], last[name]),
  );
}
