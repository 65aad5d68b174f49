import { eq } from "drizzle-orm";
import { imports } from "../../../../db/schema";
import { nothing } from "../../../core/fields";
import { type Context, mutation } from "../../../core/operation";
import { requireRoomForRows } from "../../../core/room";
import { countRecords, findImport } from "./rows";
import { renewLease } from "./lease";
import * as shape from "./schema";
import { tellFinished } from "./telling";

type Work = (context: Context) => Promise<shape.StepResult>;

/** Writes one batch of an import, or takes one back, with the memory of it. */
export const writeImported = mutation("writeImported", {
  can: "manage users",
  input: shape.importStep,
  output: shape.importStepDone,
  touches: (_input, { cacheKeys }) => cacheKeys,
  about: ({ importId }, { what }) => ({ subject: `import:${importId}`, summary: what }),
  whenFull: true,
  isRedone: ({ isRedone }) => isRedone,
  run: async (context, { importId, owner, work }) => {
    const { what, cacheKeys, ...progress } = await (work as Work)(context);
    const { cancelWanted } = await renewLease(context.db, importId, owner, context.now, progress);
    return { what, cancelWanted, cacheKeys: [...new Set(cacheKeys)] };
  },
});

/** Renews the lease of an import between batches; tells whether somebody wants it to end. */
export const beatImport = mutation("beatImport", {
  can: "manage users",
  input: shape.importClaim,
  output: shape.importBeat,
  touches: () => [],
  silent: true,
  whenFull: true,
  isRedone: () => true,
  run: ({ db, now }, { importId, owner }) => renewLease(db, importId, owner, now),
});

/** How an import ended, in the words of the audit log. */
const endings = {
  DONE: "done",
  FAILED: "failed",
  CANCELLED: "cancelled",
  UNDONE: "taken back",
  WAITING: "stopped, goes on later",
} as const;

/** Notes how an import ended, or how far its undo came, and tells webhooks of it. */
export const endImport = mutation("endImport", {
  can: "manage users",
  input: shape.importEnd,
  output: nothing,
  touches: () => [],
  whenFull: true,
  about: ({ importId, state, error }) => ({
    subject: `import:${importId}`,
    summary: error === null ? endings[state] : `${endings[state]}: ${error}`,
  }),
  run: async ({ db, now }, { importId, owner, state, error }) => {
    await renewLease(db, importId, owner, now);
    const goesOn = state === "WAITING";
    const counts = await countRecords(db, importId);
    const before = await findImport(db, importId);
    const [row] = await db
      .update(imports)
      .set({
        // An undo that has begun can only be finished: however it was stopped, it never goes on as an import.
        state: before.state === "UNDOING" && state !== "UNDONE" ? "UNDOING" : state,
        error,
        counts: goesOn ? null : counts,
        cancelWanted: false,
        leaseOwner: null,
        leaseUntil: null,
        machine: null,
        processId: null,
        processStart: null,
        endTime: goesOn ? null : now,
      })
      .where(eq(imports.id, importId))
      .returning();
    if (row && !row.dryRun && row.endTime !== null && row.state !== "UNDOING") await tellFinished(db, row, now);
  },
});

/** Refuses a batch that adds something while the disk is almost full, even of the command line. */
export const requireRoom = (): void => requireRoomForRows();
