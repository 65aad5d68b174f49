import { AsyncLocalStorage } from "node:async_hooks";
import type Sqlite from "better-sqlite3";
import type { Database } from "../../../db";
import { connect, openReader } from "../../../db/sqlite";
import { visitor } from "../../core/access";
import { AppError } from "../../core/errors";
import { collectReads } from "../../core/cache-keys";
import { shared } from "../../core/shared";
import type { Question } from "./questions";

/** The database as it was at one moment, whatever is committed afterwards. */
export type Snapshot = { db: Database; close: () => void };

const reading = shared("watched-reading", () => new AsyncLocalStorage<Database>());

/** The connection that whatever is asked right now reads from; undefined outside of such questions. */
export const readFrom = (): Database | undefined => reading.getStore();

/** Connections that were used before: to open one costs more than to read with it. */
const spare: Sqlite.Database[] = [];
let spareFile = "";

export function takeSnapshot(file: string): Snapshot {
  if (file !== spareFile) dropSpare();
  spareFile = file;
  const client = spare.pop() ?? openReader(file);
  client.exec("BEGIN");
  // A transaction sees the database as it is at its first read.
  client.exec("SELECT count(*) FROM sqlite_master");
  const close = () => {
    if (file !== spareFile) return void client.close();
    client.exec("COMMIT");
    spare.push(client);
  };
  return { db: connect(client), close };
}

/** Closes the connections that nobody uses. */
export function dropSpare(): void {
  for (const client of spare.splice(0)) client.close();
  spareFile = "";
}

export type Answer = { value: unknown; text: string; keys: ReadonlySet<string>; kept: boolean };

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Puts a question as a stranger. Of refusals only "not found" is kept. */
async function put({ query, input }: Question): Promise<Answer> {
  const { result, scope } = await collectReads(async () => {
    try {
      return { value: asJson(await query(visitor, input)), kept: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { value: error.code, kept: error.code === "not_found" };
    }
  });
  return { ...result, text: JSON.stringify(result.value), keys: scope.cacheKeys };
}

/** Puts a question as it would have been put at that moment, with nothing remembered. */
export const ask = (question: Question, { db }: Snapshot): Promise<Answer> => reading.run(db, () => put(question));

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
