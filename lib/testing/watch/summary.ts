import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { foldersOf } from "./modules";

/** The changes that one commit makes to strangers' answers. */
export type Finding = {
  operation: string;
  touched: string[];
  /** Rows that it wrote, that of the audit log left aside. */
  rows: number;
  /** The queries whose answers were thrown away, by cache key, and whether any of them changed. */
  dropped: Record<string, Record<string, boolean>>;
  /** Answers that changed and would have been kept. */
  stale: { query: string; input: unknown; keys: string[]; was: string; is: string }[];
};

type Line = Finding | { operation: string; wrote: boolean };

/**
 * Cache keys that are touched for another purpose than kept answers: they name the records that webhooks announce.
 */
const namesForWebhooks = /^(?:post|sheet|journal|comment):…$/;

/** `post:12` → `post:…`: the kind of a cache key. */
export const kindOfKey = (key: string): string => key.replace(/:\d+(?=:|$)/g, ":…");

type Found = { broad: string[]; neverWriting: string[] };

/**
 * What the findings of all tests together show: cache keys that dropped kept answers in some test, none of which had
 * changed in any, and mutations that never wrote. Operations that only a test declares are left out.
 */
export function summaryOf(folder: string): Found {
  const needed = new Map<string, boolean>();
  const wrote = new Map<string, boolean>();
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith("watch-"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ operation }) => foldersOf(operation).length > 0);
  for (const line of lines) {
    if ("wrote" in line) {
      wrote.set(line.operation, line.wrote || wrote.get(line.operation) === true);
      continue;
    }
    for (const [key, answers] of Object.entries(line.dropped)) {
      const kind = kindOfKey(key);
      const name = `${line.operation} touches ${kind}`;
      const isNeeded = namesForWebhooks.test(kind) || Object.values(answers).includes(true);
      needed.set(name, isNeeded || needed.get(name) === true);
    }
  }
  const without = (all: Map<string, boolean>) => [...all].flatMap(([name, isTrue]) => (isTrue ? [] : [name])).sort();
  return { broad: without(needed), neverWriting: without(wrote) };
}
