import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { AppError } from "../../../core/errors";
import { MAX_SOURCE } from "../../../text/markdown/source";

/** As much as fits into one text of the engine. */
export const MAX_JSON_BYTES = 512 * 1024 * 1024;
/** The most that one answer holds, in characters, unless a single item is longer. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
/** Longer texts are cut to this: long enough for a reader to see that they are too long. */
export const MAX_JSON_TEXT = MAX_SOURCE + 1;

/** Where in the file something stands: names of objects and indexes of lists. */
export type JsonPlace = readonly (string | number)[];

/** What is asked of a JSON file. */
export type JsonTask = { at: JsonPlace } & (
  | { ask: "outline" | "value" }
  | { ask: "items"; from: number; most: number }
  | { ask: "where"; key: string; values: readonly string[] }
);

/** What stands at a place, without its content. */
export type JsonOutline =
  | { is: "object"; names: string[] }
  | { is: "list"; length: number }
  | { is: "value" }
  | { is: "nothing" };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Calls for each object and list in a value, however deep. */
function eachInside(value: unknown, visit: (holder: Record<string, unknown>) => void): void {
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isObject(next)) continue;
    visit(next);
    for (const inner of Object.values(next)) if (isObject(inner)) waiting.push(inner);
  }
}

/** The place of the first byte that is no UTF-8, in bytes that hold one. */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  for (let good = true; good;) {
    let end = Math.min(at + 65_536, bytes.length - 1);
    // Not in the middle of a character.
    while (end > at && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    good = end > at && isUtf8(bytes.subarray(at, end));
    if (good) at = end;
  }
  for (;;) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (at >= bytes.length || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
}

function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (!isUtf8(bytes))
    throw new AppError("invalid", `The file is not UTF-8 text: byte ${firstBadByte(bytes)} does not fit.`);
  const text = bytes.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // JSON.parse makes a field of this name like any other; assigning it elsewhere would change a prototype.
    if (/__proto__|\\u005f/i.test(text))
      eachInside(value, (holder) => void Reflect.deleteProperty(holder, "__proto__"));
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new AppError(
      "invalid",
      /end of JSON|Unterminated/i.test(reason) || /at position (\d+)/.exec(reason)?.[1] === String(text.length)
        ? "The file is not whole: its JSON ends in the middle. Export it again, or copy it again."
        : `The file is not JSON: ${reason.replace(/\s+/g, " ").slice(0, 200)}.`,
    );
  }
}

/** Reads a JSON file whole; refuses one that is too large, no JSON or no UTF-8. */
export async function readJson(path: string): Promise<unknown> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new AppError("not_found", `There is no file ${path}.`);
  if (!info.isFile()) throw new AppError("invalid", `${path} is not a file.`);
  if (info.size > MAX_JSON_BYTES)
    throw new AppError("too_large", "The file is larger than 512 MiB. Export the old site in parts, and import each.");
  if (info.size === 0) throw new AppError("invalid", "The file is empty.");
  return parsed(decoded(await readFile(path)));
}

/** The number of characters in a value, roughly; texts that are too long are cut in it. */
function weigh(value: unknown): number {
  let size = 0;
  eachInside(value, (holder) => {
    for (const [name, inner] of Object.entries(holder)) {
      size += 8;
      if (typeof inner !== "string") continue;
      if (inner.length > MAX_JSON_TEXT) holder[name] = inner.slice(0, MAX_JSON_TEXT);
      size += Math.min(inner.length, MAX_JSON_TEXT);
    }
  });
  return size;
}

/** The key of a field by which items are found; numbers and texts that read alike are the same. */
export const keyOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** A parsed file, and indexes of its lists. */
export class JsonContent {
  readonly #root: unknown;
  readonly #indexes = new Map<string, Map<string, unknown[]>>();

  constructor(root: unknown) {
    this.#root = root;
  }

  answer(task: JsonTask): unknown {
    const found = this.#at(task.at);
    switch (task.ask) {
      case "outline":
        return outlineOf(found);
      case "value":
        weigh(found);
        return found;
      case "items":
        return page(Array.isArray(found) ? found : [], task.from, task.most);
      case "where": {
        const index = this.#index(task.at, task.key, Array.isArray(found) ? found : []);
        const items = task.values.flatMap((value) => index.get(value) ?? []);
        items.forEach(weigh);
        return items;
      }
    }
  }

  #at(place: JsonPlace): unknown {
    let value = this.#root;
    for (const name of place) {
      if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
      value = value[name];
    }
    return value;
  }

  #index(at: JsonPlace, key: string, list: readonly unknown[]): Map<string, unknown[]> {
    const name = JSON.stringify([at, key]);
    const known = this.#indexes.get(name);
    if (known) return known;
    const index = new Map<string, unknown[]>();
    for (const item of list) {
      const value = isObject(item) && Object.hasOwn(item, key) ? keyOf(item[key]) : "";
      const there = index.get(value);
      if (there) there.push(item);
      else index.set(value, [item]);
    }
    this.#indexes.set(name, index);
    return index;
  }
}

function outlineOf(value: unknown): JsonOutline {
  if (value === undefined) return { is: "nothing" };
  if (Array.isArray(value)) return { is: "list", length: value.length };
  return isObject(value) ? { is: "object", names: Object.keys(value) } : { is: "value" };
}

function page(list: readonly unknown[], from: number, most: number): unknown[] {
  const items: unknown[] = [];
  let size = 0;
  for (const item of list.slice(from, from + most)) {
    size += weigh(item);
    if (items.length > 0 && size > MOST_CHARACTERS) break;
    items.push(item);
  }
  return items;
}
