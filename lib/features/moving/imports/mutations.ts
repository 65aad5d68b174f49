import { basename } from "node:path";
import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Database } from "../../../../db";
import { imports } from "../../../../db/schema";
import { AppError } from "../../../core/errors";
import { type Context, engine, mutation } from "../../../core/operation";
import { enqueue } from "../../../services/jobs/queue";
import { authorFor } from "../authors";
import { recogniseInChild } from "../sources/child";
import { importJob } from "./jobs";
import { isHere } from "./sent-files";
import { isAbandoned, requireNoOther } from "./lease";
import { findImport, itemOf } from "./rows";
import type { ImportRow } from "./lease";
import * as shape from "./schema";
import { requireUndoable } from "./undoable";

const subject = (id: number | null) => `import:${id}`;

/** Changes an import that is still in a state. */
async function change(db: Database, row: ImportRow, to: Partial<ImportRow>): Promise<ImportRow> {
  const [changed] = await db
    .update(imports)
    .set(to)
    .where(and(eq(imports.id, row.id), eq(imports.state, row.state)))
    .returning();
  if (!changed)
    throw new AppError("conflict", "This import has just changed its state. Look again, then retry.", {
      reason: "import_changed",
    });
  return changed;
}

type Verb = "Look through" | "Move in" | "Take back";

const enqueueImport = (db: Database, { id, sourceName, choices }: ImportRow, verb: Verb): Promise<number> =>
  enqueue(db, {
    kind: importJob,
    folder: verb === "Take back" ? null : (choices as shape.ImportChoices).folder,
    title: `${verb} ${sourceName}`,
    payload: { importId: id },
    // Of the verb too: the job of the import may not have ended yet when it is taken back.
    dedupeKey: `${verb} ${id}`,
  });

/** Refuses while another import is at work, or waits for its turn. */
async function requireTurn(db: Database, now: Date, ownId = 0): Promise<void> {
  await requireNoOther(db, now, ownId);
  const [next] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.state, "WAITING"), isNotNull(imports.jobId), ne(imports.id, ownId)))
    .limit(1);
  if (next)
    throw new AppError(
      "conflict",
      `Import ${next.id} (${next.kind}, ${next.sourceName}) is about to begin. Wait until it has ended, or cancel it.`,
      { reason: "import_running" },
    );
}

/** Starts an import in the background. Refuses a file of another kind, and while another import is at work. */
export const startImport = mutation("startImport", {
  can: "manage users",
  input: shape.newImport,
  output: shape.importItem,
  touches: () => [],
  about: (_input, { id, kind, source, dryRun }) => ({
    subject: subject(id),
    summary: `${kind} ${source.name}${dryRun ? " (dry run)" : ""}`,
  }),
  prepare: async ({ kind, choices }) => ({
    kind: isHere(choices) || kind === "auto" ? await recogniseInChild(choices.path, kind) : kind,
    author: await authorFor(engine().reader, choices),
  }),
  run: async ({ db, now }, { dryRun, choices }, { kind, author }) => {
    await requireTurn(db, now);
    const [row] = await db
      .insert(imports)
      .values({
        kind,
        state: "WAITING",
        dryRun: dryRun ?? false,
        authorId: author.id,
        author: author.username,
        choices,
        sourceName: choices.name ?? basename(choices.path),
        left: [],
        suggestions: [],
        emptyKinds: [],
        made: {},
        kept: [],
        createTime: now,
      })
      .returning();
    if (!row) throw new Error("the import was not stored");
    const jobId = await enqueueImport(db, row, dryRun ? "Look through" : "Move in");
    return itemOf(db, await change(db, row, { jobId }));
  },
});

/** Ends an import after the running batch; what is done stays. */
export const cancelImport = mutation("cancelImport", {
  can: "manage users",
  input: shape.importRef,
  output: shape.importItem,
  touches: () => [],
  whenFull: true,
  about: (_input, { id, source }) => ({ subject: subject(id), summary: `cancelled ${source.name}` }),
  run: async ({ db, now }, { importId }) => {
    const row = await findImport(db, importId);
    if (row.state === "WAITING" || (row.state === "RUNNING" && isAbandoned(row, now)))
      return itemOf(db, await change(db, row, { state: "CANCELLED", endTime: now }));
    if (row.state === "RUNNING") return itemOf(db, await change(db, row, { cancelWanted: true }));
    throw new AppError("conflict", `Only a running import can be cancelled; this one is ${row.state}.`, {
      reason: "import_ended",
    });
  },
});

/** Goes on with what a cancelled or failed import has left. */
export const resumeImport = mutation("resumeImport", {
  can: "manage users",
  input: shape.importRef,
  output: shape.importItem,
  touches: () => [],
  about: (_input, { id, source }) => ({ subject: subject(id), summary: `went on with ${source.name}` }),
  run: async ({ db, now }, { importId }) => {
    const row = await findImport(db, importId);
    const isStopped = row.state === "CANCELLED" || row.state === "FAILED";
    if (!isStopped && !(row.state === "RUNNING" && isAbandoned(row, now)))
      throw new AppError("conflict", `Only a stopped import can go on; this one is ${row.state}.`, {
        reason: "import_not_stopped",
      });
    await requireTurn(db, now, row.id);
    const jobId = await enqueueImport(db, row, "Move in");
    return itemOf(
      db,
      await change(db, row, {
        state: "WAITING",
        error: null,
        endTime: null,
        cancelWanted: false,
        jobId,
        interruptions: 0,
      }),
    );
  },
});

/** Brings an import into the state in which it is taken back; of a dry run only the report goes, and null is returned. */
async function beginUndo({ db, now }: Context, importId: number): Promise<ImportRow | null> {
  const row = await findImport(db, importId);
  if (row.state === "WAITING" || (row.state === "RUNNING" && !isAbandoned(row, now)))
    throw new AppError("conflict", "This import is still at work. Cancel it first.", { reason: "import_running" });
  if (row.dryRun) {
    await db.delete(imports).where(eq(imports.id, importId));
    return null;
  }
  if (row.state === "UNDONE")
    throw new AppError("conflict", "This import has been taken back already.", { reason: "import_undone" });
  await requireNoOther(db, now, row.id);
  await requireUndoable(db, row);
  const isBegun = row.state === "UNDOING";
  return change(db, row, {
    state: "UNDOING",
    error: null,
    endTime: null,
    leaseOwner: null,
    interruptions: 0,
    ...(!isBegun && { kept: [] }),
  });
}

/**
 * Takes an import back: removes what it made and puts back what it replaced, in the background. Of a dry run the report
 * is deleted, and null is answered.
 */
export const undoImport = mutation("undoImport", {
  can: "manage users",
  input: shape.importRef,
  output: shape.importItem.nullable(),
  touches: () => [],
  whenFull: true,
  about: ({ importId }) => ({ subject: subject(importId), summary: "undo" }),
  run: async (context, { importId }) => {
    const row = await beginUndo(context, importId);
    if (row === null) return null;
    const jobId = await enqueueImport(context.db, row, "Take back");
    return itemOf(context.db, await change(context.db, row, { jobId }));
  },
});

/** The same at the command line, which does the work itself. */
export const undoImportHere = mutation("undoImport", {
  can: "manage users",
  input: shape.importRef,
  output: shape.importItem.nullable(),
  touches: () => [],
  whenFull: true,
  about: ({ importId }) => ({ subject: subject(importId), summary: "undo" }),
  run: async (context, { importId }) => {
    const { db, now } = context;
    if (!isAbandoned(await findImport(db, importId), now)) await requireNoOther(db, now);
    const row = await beginUndo(context, importId);
    // Nobody works on it until it is claimed, should this process be killed before.
    return row && itemOf(db, await change(db, row, { endTime: now }));
  },
});
