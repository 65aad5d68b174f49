import { breathing } from "../../../core/giving-way";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Database, placesFor, prepared } from "../../../../db";
import { importedFiles, importMemory, importRecords, oldAddresses } from "../../../../db/schema";
import { oldPath } from "../addresses/old-path";
import { cut } from "../sources/bounding";
import { LONGEST_WARNING, MOST_WARNINGS } from "../sources/schema";
import { clean } from "./fields";
import type { Outcome } from "./schema";

export type Remembered = typeof importMemory.$inferSelect;

/** What becomes of one record, as it is noted with the import. */
export type Noted = {
  kind: string;
  source: string;
  outcome: Outcome;
  reason?: string | null;
  title: string;
  recordId: number | null;
  /** Whether this import made the record. */
  isMade?: boolean;
  warnings: string[];
  isWhole?: boolean;
  hasLinks?: boolean;
  replaced?: Record<string, unknown> | null;
  /** The address that a dry run would give it. */
  url?: string | null;
};

const by = and(
  eq(importMemory.origin, sql.placeholder("origin")),
  eq(importMemory.kind, sql.placeholder("kind")),
  eq(importMemory.source, sql.placeholder("source")),
);

/** What is known of a record of an old site. */
export async function recall(db: Database, origin: string, kind: string, source: string): Promise<Remembered | null> {
  const [row] = await prepared(db, "import-recall", (on) => on.select().from(importMemory).where(by)).execute({
    origin,
    kind,
    // Another record may be named by what no engine stores.
    source: clean(source),
  });
  return row ?? null;
}

const told = and(
  eq(importRecords.importId, sql.placeholder("importId")),
  eq(importRecords.kind, sql.placeholder("kind")),
  eq(importRecords.source, sql.placeholder("source")),
);

/** Whether something was said of a record by the import that wrote it last. */
export async function hadWarnings(db: Database, { writtenBy, kind, source }: Remembered): Promise<boolean> {
  const [row] = await prepared(db, "import-warned", (on) =>
    on.select({ warnings: importRecords.warningCount }).from(importRecords).where(told),
  ).execute({ importId: writtenBy, kind, source });
  return (row?.warnings ?? 0) > 0;
}

/** What versions before this one remembered of a Markdown file. */
export async function recallFile(db: Database, source: string): Promise<{ postId: number; hash: string } | null> {
  const [row] = await prepared(db, "import-recall-file", (on) =>
    on
      .select({ postId: importedFiles.postId, hash: importedFiles.hash })
      .from(importedFiles)
      .where(eq(importedFiles.source, sql.placeholder("source"))),
  ).execute({ source });
  return row ?? null;
}

/** Remembers what became of a record. */
export async function remember(db: Database, row: Remembered): Promise<void> {
  const { name, places } = placesFor(row);
  const { origin: _origin, kind: _kind, source: _source, ...set } = places;
  await prepared(db, `import-remember:${name}`, (on) =>
    on
      .insert(importMemory)
      .values(places)
      .onConflictDoUpdate({ target: [importMemory.origin, importMemory.kind, importMemory.source], set }),
  ).execute(row);
}

/** Notes another mark of a record that this import itself has changed again. */
export async function remark(db: Database, origin: string, kind: string, source: string, mark: string): Promise<void> {
  await db
    .update(importMemory)
    .set({ mark })
    .where(and(eq(importMemory.origin, origin), eq(importMemory.kind, kind), eq(importMemory.source, source)));
}

const attentionOf = ({ outcome, warnings }: Noted): number =>
  outcome === "failed" ? 0 : warnings.length > 0 ? 1 : outcome === "skipped" ? 2 : 3;

/** What is said of a record, which may name what the source has at any length. */
const said = (words: string): string => clean(cut(words, LONGEST_WARNING));

/** Adds to an import what became of a record. */
export async function note(db: Database, importId: number, noted: Noted): Promise<void> {
  const warnings = noted.warnings.slice(0, MOST_WARNINGS).map(said);
  const values = {
    importId,
    kind: noted.kind,
    source: noted.source,
    outcome: noted.outcome,
    reason: said(noted.reason ?? "") || null,
    title: clean(Array.from(noted.title).slice(0, 255).join("")),
    recordId: noted.recordId,
    isMade: noted.isMade ?? false,
    warnings,
    warningCount: warnings.length,
    attention: attentionOf(noted),
    isWhole: noted.isWhole ?? true,
    hasLinks: noted.hasLinks ?? false,
    ...(noted.replaced ? { replaced: noted.replaced } : {}),
  };
  const { name, places } = placesFor(values);
  await prepared(db, `import-note:${name}`, (on) => on.insert(importRecords).values(places)).execute(values);
}

/** Notes that a text with very many comments is here as a whole. */
export async function noteWhole(db: Database, importId: number, kind: string, source: string): Promise<void> {
  await db
    .update(importRecords)
    .set({ isWhole: true })
    .where(and(eq(importRecords.importId, importId), eq(importRecords.kind, kind), eq(importRecords.source, source)));
}

/** Values per statement. */
const AT_ONCE = 400;

/** Those of some records that this import has noted already, by `kind source`. */
export async function notedAmong(
  db: Database,
  importId: number,
  records: readonly { kind: string; source: string }[],
): Promise<Map<string, { isWhole: boolean; recordId: number | null }>> {
  const found = new Map<string, { isWhole: boolean; recordId: number | null }>();
  const { kind, source, isWhole, recordId } = importRecords;
  for (const each of new Set(records.map((record) => record.kind))) {
    const sources = records.filter((record) => record.kind === each).map((record) => record.source);
    for (let i = 0; i < sources.length; i += AT_ONCE) {
      const rows = await db
        .select({ kind, source, isWhole, recordId })
        .from(importRecords)
        .where(
          and(eq(importRecords.importId, importId), eq(kind, each), inArray(source, sources.slice(i, i + AT_ONCE))),
        );
      for (const row of rows) found.set(`${row.kind} ${row.source}`, row);
    }
  }
  return found;
}

type Led = { kind: string; recordId: number; origin: string; importId: number };

/** Lets old addresses lead to a record. Those of other records stay where they lead. */
export async function lead(db: Database, addresses: readonly string[], to: Led): Promise<void> {
  const paths = [...new Set(addresses.flatMap((address) => oldPath(address) ?? []))];
  for (const path of paths)
    await prepared(db, "import-lead", (on) =>
      on
        .insert(oldAddresses)
        .values({
          path: sql.placeholder("path"),
          kind: sql.placeholder("kind"),
          recordId: sql.placeholder("recordId"),
          origin: sql.placeholder("origin"),
          importId: sql.placeholder("importId"),
        })
        .onConflictDoNothing(),
    ).execute({ ...to, path });
}

/** The records that old addresses of this origin lead to. */
export async function ledFrom(
  db: Database,
  origin: string,
  paths: readonly string[],
): Promise<Map<string, { kind: string; id: number }>> {
  const found = new Map<string, { kind: string; id: number }>();
  const { path, kind, recordId } = oldAddresses;
  const breathe = breathing();
  for (let i = 0; i < paths.length; i += AT_ONCE) {
    await breathe();
    for (const row of await db
      .select({ path, kind, recordId })
      .from(oldAddresses)
      .where(and(eq(oldAddresses.origin, origin), inArray(path, paths.slice(i, i + AT_ONCE)))))
      found.set(row.path, { kind: row.kind, id: row.recordId });
  }
  return found;
}
