import { createHash } from "node:crypto";
import type { ForeignRecord, Unread } from "../records";
import {
  LONGEST_ADDRESS,
  LONGEST_SOURCE,
  LONGEST_WARNING,
  MOST_ADDRESSES,
  MOST_WARNINGS,
  recordShapes,
  unreadShape,
} from "./schema";

/** Characters of all fields of one record: a text with its earlier ones. */
const LARGEST_RECORD = 32 * 1024 * 1024;

type Some = ForeignRecord | Unread;

/** Reads what claims to be a record; throws for what is none, or is larger than any may be. */
export function readRecord(given: unknown): Some {
  const isUnread = typeof given === "object" && given !== null && ("skipped" in given || "failed" in given);
  if (isUnread) return unreadShape.parse(given);
  const kind = (given as { kind?: unknown } | null)?.kind;
  if (typeof kind !== "string" || !Object.hasOwn(recordShapes, kind)) throw new TypeError("This is no record.");
  return recordShapes[kind as keyof typeof recordShapes].parse(given);
}

/** The characters of a value, roughly. */
export function weightOf(value: unknown): number {
  let size = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string") size += next.length;
    else if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
    size += 8;
  }
  return size;
}

/** An identifier that fits into an index; a long one stays another than others that begin alike. */
function shortSource(source: string): string {
  if (source.length <= LONGEST_SOURCE) return source;
  return `${source.slice(0, LONGEST_SOURCE - 65)} ${createHash("sha256").update(source).digest("hex")}`;
}

/** The beginning of a text that is longer than it may be. */
export const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** Where the shape does not fit, in words such as "title". */
function misfit(record: ForeignRecord): string | null {
  if (record.source.length > LONGEST_SOURCE) return "identifier";
  if (weightOf(record) > LARGEST_RECORD) return "";
  const { error } = recordShapes[record.kind].safeParse(record);
  return error ? (error.issues[0]?.path.join(".") ?? "") : null;
}

/** A record within the bounds of its shape: what is too long becomes one that failed, and says so. */
export function bounded(record: Some): Some {
  const warnings = record.warnings.slice(0, MOST_WARNINGS).map((warning) => cut(warning, LONGEST_WARNING));
  const source = shortSource(record.source);
  if ("skipped" in record || "failed" in record) {
    const why = "skipped" in record ? { skipped: cut(record.skipped, 1000) } : { failed: cut(record.failed, 1000) };
    return { kind: record.kind, source, title: record.title.slice(0, 1000), warnings, ...why };
  }
  const fitting = record.oldAddresses.filter(({ length }) => length <= LONGEST_ADDRESS).slice(0, MOST_ADDRESSES);
  const lost = record.oldAddresses.length - fitting.length;
  if (lost > 0)
    warnings.splice(MOST_WARNINGS - 1, 1, `${lost} of its old addresses are too long or too many; they lead nowhere`);
  const whole = { ...record, warnings, oldAddresses: fitting };
  const fault = misfit(whole);
  if (fault === null) return whole;
  const title = "title" in record ? record.title : "name" in record ? record.name : source;
  const failed = fault === "" ? "it is larger than this site takes" : `its ${fault} is longer than this site takes`;
  return { kind: record.kind, source, title: title.slice(0, 1000), warnings, failed };
}
