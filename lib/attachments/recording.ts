import { and, eq, inArray, sql } from "drizzle-orm";
import { type Database, prepared } from "../../db";
import { attachments, usages } from "../../db/schema";
import { foldersIn, versionsIn } from "../text/uploads";
import { enqueue } from "../jobs/queue";

export type UsageKind = (typeof usages.$inferSelect)["kind"];

const at = {
  kind: sql.placeholder("kind"),
  recordId: sql.placeholder("recordId"),
  field: sql.placeholder("field"),
  folder: sql.placeholder("folder"),
};
const isRow = (row: Record<keyof typeof at, unknown>) =>
  and(
    eq(usages.kind, row.kind as UsageKind),
    eq(usages.recordId, row.recordId as number),
    eq(usages.field, row.field as string),
    eq(usages.folder, row.folder as string),
  );

/** Asks for the texts that show a picture to be brought to its present version. */
export const renewTextsWith = (db: Database, folder: string): Promise<number> =>
  enqueue(db, {
    kind: "renew-pictures",
    title: "Bring texts to the present version of a picture",
    payload: { folder },
  });

/** A picture may be replaced after a text was rendered and before the text is stored. */
async function checkVersions(db: Database, html: string): Promise<void> {
  const named = versionsIn(html);
  if (named.length === 0) return;
  const { folder, version } = attachments;
  const present = await db
    .select({ folder, version })
    .from(attachments)
    .where(inArray(folder, [...new Set(named.map((each) => each.folder))].slice(0, 100)));
  for (const each of present)
    if (named.some((one) => one.folder === each.folder && one.version !== each.version))
      await renewTextsWith(db, each.folder);
}

/**
 * Notes the uploads that a record's columns name, in the transaction that stores these columns. Columns that are not
 * given keep what was noted of them; what a password holds is told to nobody. A new record has nothing noted yet.
 */
export async function recordUsages(
  db: Database,
  kind: UsageKind,
  recordId: number,
  columns: Readonly<Record<string, unknown>>,
  isNew = false,
): Promise<void> {
  const named = Object.entries(columns).flatMap(([field, value]) =>
    typeof value === "string" && field !== "password"
      ? foldersIn(value).map((folder) => ({ kind, recordId, field, folder }))
      : [],
  );
  const noted = isNew
    ? []
    : await prepared(db, "usages-of-record", (on) =>
        on
          .select()
          .from(usages)
          .where(and(eq(usages.kind, at.kind), eq(usages.recordId, at.recordId))),
      ).execute({ kind, recordId });
  const isIn = (rows: typeof noted, row: (typeof noted)[number]) =>
    rows.some((each) => each.field === row.field && each.folder === row.folder);
  for (const row of noted)
    if (columns[row.field] !== undefined && !isIn(named, row))
      await prepared(db, "usage-gone", (on) => on.delete(usages).where(isRow(at))).execute(row);
  for (const row of named)
    if (!isIn(noted, row))
      await prepared(db, "usage-new", (on) => on.insert(usages).values(at).onConflictDoNothing()).execute(row);
  for (const field of ["content", "workingContent"])
    if (typeof columns[field] === "string") await checkVersions(db, columns[field]);
}
