import { and, eq, inArray, lt } from "drizzle-orm";
import { system } from "../../core/access";
import { noInput } from "../../core/fields";
import { mutation, query } from "../../core/operation";
import { readOption } from "../../services/settings/reading";
import type { Collection } from "./collection";
import { overdue, purged } from "./revision-schema";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Records per transaction, so that others can write in between. */
const MOST_AT_ONCE = 100;

/** Deletes for good what has been in the recycle bin for longer than the option says; returns the number. */
export function purgingOf({ name, table }: Collection): () => Promise<number> {
  const recycledBefore = (moment: Date) => and(eq(table.status, "RECYCLE"), lt(table.recycledTime, moment));

  const listOverdue = query("listOverdue", {
    can: "delete posts for good",
    input: noInput,
    output: overdue,
    run: async ({ db, now }) => {
      const before = new Date(now.getTime() - (await readOption(db, "recycled_post_retention_time")) * DAY_MS);
      const rows = await db.select({ id: table.id }).from(table).where(recycledBefore(before)).limit(MOST_AT_ONCE);
      return { before, ids: rows.map(({ id }) => id) };
    },
  });

  const purge = mutation("purgeRecycled", {
    can: "delete posts for good",
    input: overdue,
    output: purged,
    // Nobody finds what is in the recycle bin; a sheet there keeps its address from posts of the same name.
    touches: (_input, ids) => (name === "sheet" && ids.length > 0 ? ["sheet-places"] : []),
    about: (_input, ids) => ({
      subject: `${name}s`,
      summary: `deleted for good after their time in the recycle bin: ${ids.length} (${ids.slice(0, 20).join(", ")}${ids.length > 20 ? ", …" : ""})`,
    }),
    // Checked again, since one may have been restored meanwhile.
    run: async ({ db }, { before, ids }) => {
      const gone = await db
        .delete(table)
        .where(and(inArray(table.id, ids), recycledBefore(before)))
        .returning({ id: table.id });
      return gone.map(({ id }) => id);
    },
  });

  return async () => {
    let count = 0;
    for (;;) {
      const found = await listOverdue(system, {});
      if (found.ids.length === 0) return count;
      count += (await purge({ ...system, name: "the server" }, found)).length;
    }
  };
}
