import { and, eq, exists, or, type SQL } from "drizzle-orm";
import type { Database } from "../../../db";
import { attachments, references, renewals } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { tableOf } from "../references/records";
import { recordKinds } from "../references/kinds-schema";

/** Refuses while a renewal is still reading the records of an earlier version. */
export async function checkComplete(db: Database): Promise<void> {
  const [renewal] = await db.select({ done: renewals.done }).from(renewals).where(eq(renewals.name, "references"));
  if (renewal && !renewal.done)
    throw new AppError(
      "unavailable",
      "After an update the site is still looking up where files are used. Please try again in a moment.",
      { reason: "usages_incomplete", retryAfter: 10 },
    );
}

/** Whether any record leads to an attachment. References of deleted records stay for a while, so each is looked up. */
export function isUsed(db: Database): SQL | undefined {
  const isNamed = and(eq(references.place, "uploads"), eq(references.name, attachments.folder));
  return and(
    // Most that are unused are named nowhere, which one look tells.
    exists(db.select({ id: references.recordId }).from(references).where(isNamed)),
    or(
      ...recordKinds.map((kind) => {
        const table = tableOf(kind);
        return exists(
          db
            .select({ id: table.id })
            .from(references)
            .innerJoin(table, eq(table.id, references.recordId))
            .where(and(eq(references.kind, kind), isNamed)),
        );
      }),
    ),
  );
}
