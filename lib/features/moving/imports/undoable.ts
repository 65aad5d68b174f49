import { aliasedTable, and, asc, eq, gt, ne } from "drizzle-orm";
import type { Database } from "../../../../db";
import { importRecords, imports } from "../../../../db/schema";
import { AppError } from "../../../core/errors";
import type { ImportRow } from "./lease";

/** Refuses to take an import back while a later one has changed the same records. */
export async function requireUndoable(db: Database, row: ImportRow): Promise<void> {
  const own = aliasedTable(importRecords, "own");
  const [later] = await db
    .select({ id: imports.id })
    .from(importRecords)
    .innerJoin(imports, eq(imports.id, importRecords.importId))
    .innerJoin(own, and(eq(own.kind, importRecords.kind), eq(own.source, importRecords.source)))
    .where(
      and(
        eq(own.importId, row.id),
        gt(importRecords.importId, row.id),
        eq(importRecords.outcome, "updated"),
        eq(imports.origin, row.origin),
        ne(imports.state, "UNDONE"),
        eq(imports.dryRun, false),
      ),
    )
    .orderBy(asc(imports.id))
    .limit(1);
  if (later)
    throw new AppError(
      "conflict",
      `Import ${later.id} has changed records of this one since. Take that one back first.`,
      { reason: "import_superseded" },
    );
}
