import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./watch";

type Line = Finding | { operation: string; wrote: boolean };

/** Cache keys that are touched for others than kept answers: webhooks are told of the records that they name. */
const namesForWebhooks = /^(?:post|sheet|journal|comment):…$/;

/** `post:12` → `post:…`: the kind of a cache key. */
export const kindOfKey = (key: string): string => key.replace(/:\d+(?=:|$)/g, ":…");

/** What all tests together have shown: cache keys that threw away nothing that had changed, and mutations that never wrote. */
export function summaryOf(folder: string): { touchedForNothing: string[]; neverWriting: string[] } {
  const needed = new Map<string, boolean>();
  const wrote = new Map<string, boolean>();
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith("watch-"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
  for (const line of lines) {
    const found = JSON.parse(line) as Line;
    if ("wrote" in found) {
      wrote.set(found.operation, found.wrote || wrote.get(found.operation) === true);
      continue;
    }
    for (const key of found.touched) {
      const name = `${found.operation} touches ${kindOfKey(key)}`;
      const isNeeded = namesForWebhooks.test(kindOfKey(key)) || Object.values(found.dropped[key] ?? {}).includes(true);
      needed.set(name, isNeeded || needed.get(name) === true);
    }
  }
  const without = (all: Map<string, boolean>) => [...all].flatMap(([name, isTrue]) => (isTrue ? [] : [name])).sort();
  return { touchedForNothing: without(needed), neverWriting: without(wrote) };
}
