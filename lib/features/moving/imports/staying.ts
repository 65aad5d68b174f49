import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../../db";
import { comments, importMemory } from "../../../../db/schema";
import { importedJournals } from "../../journals/importing";
import type { ImportRow } from "./lease";
import { textsOf } from "./text-tables";

export type Commented = "post" | "sheet" | "journal";
const columns = { post: comments.postId, sheet: comments.sheetId, journal: comments.journalId };

/** Whether a text has comments that this import did not make. */
async function hasOthersComments(db: Database, row: ImportRow, kind: Commented, id: number): Promise<boolean> {
  const below = await db.select({ id: comments.id }).from(comments).where(eq(columns[kind], id));
  for (let i = 0; i < below.length; i += 400) {
    const ids = below.slice(i, i + 400).map((each) => each.id);
    const own = await db
      .select({ id: importMemory.recordId })
      .from(importMemory)
      .where(
        and(
          eq(importMemory.recordKind, "comment"),
          eq(importMemory.madeBy, row.id),
          inArray(importMemory.recordId, ids),
        ),
      );
    if (own.length < ids.length) return true;
  }
  return false;
}

/** The mark of a text as it is now; null where it is gone. */
async function markNow(db: Database, kind: Commented, id: number): Promise<string | null> {
  if (kind === "journal") return (await importedJournals.read(db, id))?.updateTime.toISOString() ?? null;
  const row = await textsOf[kind].rowOf(db, id);
  return row && `v${row.version}`;
}

/** Why a text that an import made stays when that is taken back; null where it goes. */
export async function reasonToStay(db: Database, row: ImportRow, kind: Commented, id: number): Promise<string | null> {
  const [known] = await db
    .select({ mark: importMemory.mark })
    .from(importMemory)
    .where(and(eq(importMemory.recordKind, kind), eq(importMemory.recordId, id), eq(importMemory.origin, row.origin)));
  const mark = await markNow(db, kind, id);
  if (mark === null) return null;
  if (known && known.mark !== mark) return "it was changed here since";
  return (await hasOthersComments(db, row, kind, id)) ? "somebody has commented on it" : null;
}
