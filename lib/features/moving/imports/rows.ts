import { and, count, eq, inArray, lt, or, sum } from "drizzle-orm";
import type { Database } from "../../../../db";
import { importRecords, imports, oldAddresses } from "../../../../db/schema";
import { notFound } from "../../../core/errors";
import { recordKinds } from "../records";
import { addressesOf } from "../addresses/present";
import { type ImportRow, isStopped } from "./lease";
import {
  openChoices,
  type Counts,
  type ImportItem,
  type ImportOverview,
  type ImportRecord,
  type ImportReport,
} from "./schema";

/** What reports tell of a record; the text that it replaced is kept beside that. */
export const toldColumns = {
  kind: importRecords.kind,
  source: importRecords.source,
  outcome: importRecords.outcome,
  reason: importRecords.reason,
  recordId: importRecords.recordId,
  title: importRecords.title,
  warnings: importRecords.warnings,
};
type ToldRow = Pick<typeof importRecords.$inferSelect, keyof typeof toldColumns>;

/** The outcomes of each kind of record; under `all` also the number of warnings. */
export type CountsByKind = Record<string, Record<string, number>>;

const none = (): Counts => ({ imported: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 });
const countsOf = (given: Readonly<Record<string, number>> = {}): Counts => ({ ...none(), ...given });

/** Counts the outcomes of an import; files that texts show are no records of the source. */
export async function countRecords(db: Database, importId: number): Promise<CountsByKind> {
  const rows = await db
    .select({
      kind: importRecords.kind,
      outcome: importRecords.outcome,
      total: count(),
      warnings: sum(importRecords.warningCount),
    })
    .from(importRecords)
    .where(and(eq(importRecords.importId, importId), eq(importRecords.isWhole, true)))
    .groupBy(importRecords.kind, importRecords.outcome);
  const found: CountsByKind = { all: { ...none(), warnings: 0 } };
  const all = found.all ?? {};
  for (const { kind, outcome, total, warnings } of rows) {
    if (kind === "file") continue;
    (found[kind] ??= none())[outcome] = total;
    all[outcome] = (all[outcome] ?? 0) + total;
    all.warnings = (all.warnings ?? 0) + Number(warnings ?? 0);
  }
  return found;
}

/** Finds an import. */
export async function findImport(db: Database, importId: number): Promise<ImportRow> {
  const [row] = await db.select().from(imports).where(eq(imports.id, importId));
  if (!row) throw notFound();
  return row;
}

/** An import as lists answer it. */
export async function itemOf(db: Database, row: ImportRow): Promise<ImportItem & { counts: CountsByKind }> {
  const counts = row.counts ?? (await countRecords(db, row.id));
  const { warnings = 0, ...summary } = counts.all ?? {};
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    dryRun: row.dryRun,
    resumed: row.resumed,
    author: row.author,
    source: {
      name: row.sourceName,
      size: row.sourceSize,
      sha256: row.sourceSha256,
      site: row.site,
      version: row.sourceVersion,
    },
    createTime: row.createTime,
    startTime: row.startTime,
    endTime: row.endTime,
    progressDone: row.progressDone,
    progressTotal: row.progressTotal,
    summary: { ...countsOf(summary), warnings },
    error: row.error,
    jobId: row.jobId,
    stopped: isStopped(row, new Date()),
    counts: counts,
  };
}

/** The most records in a report, and the most that is said of all of them: it is held whole. */
export const MOST_IN_REPORT = 10_000;
const MOST_SAID = 10_000;
/** Records that are read at once. */
const AT_ONCE = 400;

/** Whether reports hold a record: texts, journals and accounts always, others where something is to be said. */
const isTold = or(inArray(importRecords.kind, ["post", "sheet", "journal", "user"]), lt(importRecords.attention, 3));
export const isOfSource = inArray(importRecords.kind, [...recordKinds]);

/** Records as they are answered, with their present addresses. */
export async function shownRecords(db: Database, rows: readonly ToldRow[]): Promise<ImportRecord[]> {
  const addresses = await addressesOf(
    db,
    rows.flatMap(({ kind, recordId }) => (recordId === null ? [] : [{ kind, id: recordId }])),
  );
  return rows.map(({ kind, recordId, warnings, ...row }) => ({
    ...row,
    kind: kind as ImportRecord["kind"],
    id: recordId,
    url: recordId === null ? null : (addresses.get(`${kind}:${recordId}`) ?? null),
    warnings: [...warnings],
  }));
}

/** The kinds of a report in their usual order. */
export const kindsOf = (counts: CountsByKind): ImportReport["kinds"] =>
  Object.fromEntries(recordKinds.flatMap((kind) => (counts[kind] ? [[kind, countsOf(counts[kind])]] : [])));

/** The choices that any door takes. Paths of files are left out, since nobody may learn them. */
export const shownChoices = (given: Readonly<Record<string, unknown>>): ImportReport["choices"] =>
  openChoices.parse(Object.fromEntries(Object.entries(given).filter(([name]) => name in openChoices.shape)));

/** The report of an import without its records. */
export async function overviewOf(db: Database, row: ImportRow): Promise<ImportOverview> {
  const { counts, ...item } = await itemOf(db, row);
  const [redirects] = await db.select({ total: count() }).from(oldAddresses).where(eq(oldAddresses.importId, row.id));
  return {
    ...item,
    kinds: kindsOf(counts),
    choices: shownChoices(row.choices),
    left: row.left as ImportReport["left"],
    redirects: redirects?.total ?? 0,
    suggestions: row.suggestions as ImportReport["suggestions"],
    made: { tags: [], categories: [], users: [], ...row.made },
    kept: row.kept as ImportReport["kept"],
  };
}

/** The whole report of an import. */
export async function reportOf(db: Database, row: ImportRow): Promise<ImportReport> {
  const told = and(eq(importRecords.importId, row.id), isOfSource, isTold);
  const [all] = await db.select({ total: count() }).from(importRecords).where(told);
  const first = await db
    .select({ id: importRecords.id, warnings: importRecords.warningCount })
    .from(importRecords)
    .where(told)
    .orderBy(importRecords.attention, importRecords.id)
    .limit(MOST_IN_REPORT);
  let left = MOST_SAID;
  const end = first.findIndex((each) => (left -= each.warnings) < 0);
  const ids = (end < 0 ? first : first.slice(0, end)).map((each) => each.id);
  const records: ImportRecord[] = [];
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const rows = await db
      .select(toldColumns)
      .from(importRecords)
      .where(inArray(importRecords.id, ids.slice(i, i + AT_ONCE)))
      .orderBy(importRecords.attention, importRecords.id);
    records.push(...(await shownRecords(db, rows)));
  }
  return { ...(await overviewOf(db, row)), records, recordsLeftOut: Math.max(0, (all?.total ?? 0) - records.length) };
}
