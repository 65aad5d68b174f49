import { z } from "zod";
import { keptPart, keptRecord } from "../removals/schema";

const words = z.array(z.string());
const values = z.record(z.string(), z.unknown());
const toc = z.array(z.object({ id: z.string(), text: z.string(), depth: z.int() }));
const variants = z.array(z.object({ width: z.int(), height: z.int(), size: z.int() }));
/** Whoever reads it examines it, and can do without. */
const examined = z.unknown();

const columnsOfRecords: Readonly<Record<string, z.ZodType>> = { toc, variants };
const hasGoodJson = ({ columns, rows }: { columns: string[]; rows: unknown[][] }): boolean =>
  columns.every((name, at) => rows.every((row) => columnsOfRecords[name]?.safeParse(row[at]).success !== false));
// The form of deleted records itself is examined where their texts are rendered, with their numbers.
const { record } = keptRecord.shape;
const { part } = keptPart.shape;
const removed = examined.refine((value) => {
  const kept = record.safeParse(value);
  return !kept.success || hasGoodJson(kept.data.own);
});
const removedBeside = examined.refine((value) => {
  const kept = part.safeParse(value);
  return !kept.success || hasGoodJson(kept.data);
});

/**
 * What the columns of JSON hold, as far as whoever reads them relies on it: one that holds something else ends the page
 * that shows it. Looser than what is written, so that it fits what any release wrote.
 */
const storedJson: Readonly<Record<string, z.ZodType>> = {
  "attachments.variants": variants,
  "counters.state": examined,
  "events.tags": words,
  "import_memory.given": values,
  "import_records.replaced": values.nullable(),
  "import_records.warnings": words,
  "imports.choices": values,
  "imports.counts": z.record(z.string(), z.record(z.string(), z.number())).nullable(),
  "imports.empty_kinds": words,
  "imports.kept": z.array(z.object({ kind: z.string(), id: z.int(), title: z.string(), why: z.string() })),
  "imports.left": z.array(z.object({ what: z.string(), count: z.int(), why: z.string() })),
  "imports.made": z.record(z.string(), words),
  "imports.suggestions": z.array(z.object({ option: z.string(), value: z.string(), why: z.string() })),
  "jobs.log": words,
  "jobs.payload": examined,
  "kept_files.facts": examined,
  "posts.toc": toc,
  "removed_parts.part": removedBeside,
  "removed_records.record": removed,
  "sheets.toc": toc,
  "tokens.scopes": words.nullable(),
  "webhooks.events": words,
};

/** Whether a column, such as `posts.toc`, may hold this. */
export const isStoredJson = (column: string, value: unknown): boolean =>
  storedJson[column]?.safeParse(value).success === true;

/** The columns that are described here. */
export const describedColumns: readonly string[] = Object.keys(storedJson);
