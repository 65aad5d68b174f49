import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type Sqlite from "better-sqlite3";
import type { Database } from "../../../db";
import { connect, openReader } from "../../../db/sqlite";
import { visitor } from "../../core/access";
import { AppError } from "../../core/errors";
import { collectReads } from "../../core/cache-keys";
import { forgetRemembered } from "../../core/remembered";
import { shared } from "../../core/shared";
import type { Question } from "./questions";

/** The database as it was at one moment, whatever is committed afterwards. */
export type Snapshot = { db: Database; contents: () => string; close: () => void };

const reading = shared("watched-reading", () => new AsyncLocalStorage<Database>());

/** The connection that whatever is asked right now reads from; undefined outside of such questions. */
export const readFrom = (): Database | undefined => reading.getStore();

/** Connections that were used before: to open one, and to prepare its statements, costs more than to read with it. */
const spare: Database[] = [];
let spareFile = "";

export type Answer = { value: unknown; text: string; keys: ReadonlySet<string>; kept: boolean };

/** The answers after the commit that was looked at last, which hold before the next one where nothing was written between. */
let latest: { contents: string; answers: Map<string, Answer> } | null = null;

export function takeSnapshot(file: string): Snapshot {
  if (file !== spareFile) dropSpare();
  spareFile = file;
  const db = spare.pop() ?? connect(openReader(file));
  const client = db.$client;
  client.exec("BEGIN");
  // A transaction sees the database as it is at its first read.
  client.exec("SELECT count(*) FROM sqlite_master");
  // What was remembered at an earlier moment.
  reading.run(db, () => forgetRemembered(null));
  let contents: string | undefined;
  const close = () => {
    if (file !== spareFile) return void client.close();
    client.exec("COMMIT");
    spare.push(db);
  };
  return { db, contents: () => (contents ??= contentsOf(client)), close };
}

/** Closes the connections that nobody uses. */
export function dropSpare(): void {
  for (const { $client } of spare.splice(0)) $client.close();
  latest = null;
  spareFile = "";
}

/** What all tables hold, as a digest. */
function contentsOf(client: Sqlite.Database): string {
  const isPlain = "type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'";
  const tables = client.prepare<[], string>(`SELECT name FROM sqlite_master WHERE ${isPlain} ORDER BY name`).pluck();
  const hash = createHash("sha256");
  for (const name of tables.all()) {
    const rows = client.prepare<[], unknown[]>(`SELECT * FROM "${name}"`).raw().all();
    hash.update(`${name}\0${JSON.stringify(rows)}`);
  }
  return hash.digest("base64");
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

/** The same for many that are asked about one commit, before it and after it. */
export function asking(before: Snapshot, after: Snapshot) {
  const earlier = latest?.contents === before.contents() ? latest.answers : null;
  const answers = new Map<string, Answer>();
  latest = { contents: after.contents(), answers };
  return async (question: Question): Promise<[first: Answer, last: Answer]> => {
    const name = nameOf(question);
    const first = earlier?.get(name) ?? (await ask(question, before));
    const last = await ask(question, after);
    answers.set(name, last);
    return [first, last];
  };
}

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
