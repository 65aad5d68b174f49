import { parentPort, workerData } from "node:worker_threads";
import type { Answer, Asked } from "./aside";
import Sqlite from "./sqlite-driver.mjs";

/** Statements that are kept compiled. */
const MOST_STATEMENTS = 50;

const { file, cacheKib } = workerData as { file: string; cacheKib: number };
const client = new Sqlite(file, { readonly: true, timeout: 5000 });
client.pragma(`cache_size = -${cacheKib}`);
client.pragma("temp_store = MEMORY");

type Statement = { all: (...params: unknown[]) => unknown[][] };
const statements = new Map<string, Statement>();

function prepared(text: string): Statement {
  const statement = statements.get(text) ?? client.prepare(text).raw();
  statements.delete(text);
  const [oldest] = statements.size >= MOST_STATEMENTS ? statements.keys() : [];
  if (oldest !== undefined) statements.delete(oldest);
  statements.set(text, statement as Statement);
  return statement as Statement;
}

function answered({ id, text, params }: Asked): Answer {
  try {
    return { id, rows: prepared(text).all(...params) };
  } catch (error) {
    const { message, code = "" } = error as Error & { code?: string };
    return { id, failure: { message, code } };
  }
}

parentPort?.on("message", (asked: Asked | null) => {
  if (asked !== null)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    return parentPort?.postMessage(answered(asked));
  client.close();
  parentPort?.close();
});
