import { basename } from "node:path";
import { and, desc, eq, ne } from "drizzle-orm";
import type { Database } from "../../../../db";
import { imports } from "../../../../db/schema";
import { AppError } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { engine, mutation } from "../../../core/operation";
import { authorFor } from "../authors";
import { isAbandoned, leaseOf, renewLease, requireNoOther } from "./lease";
import { emptyKinds } from "./numbers";
import { findImport } from "./rows";
import type { ImportRow } from "./lease";
import { MOST_NAMED } from "./run";
import * as shape from "./schema";

const quiet = { can: "manage users", touches: () => [], silent: true, whenFull: true } as const;

/** Takes an import for this process: a new one, or one that was stopped. */
export const claimImport = mutation("claimImport", {
  ...quiet,
  input: shape.importClaim,
  output: shape.claimedImport,
  run: async ({ db, now }, { importId, owner }) => {
    const row = await findImport(db, importId);
    if (row.state !== "WAITING" && row.state !== "RUNNING" && row.state !== "UNDOING")
      throw new AppError("conflict", `This import is ${row.state} already.`, { reason: "import_ended" });
    if (row.state !== "WAITING" && !isAbandoned(row, now)) await requireNoOther(db, now);
    await requireNoOther(db, now, importId);
    const state = row.state === "UNDOING" ? ("UNDOING" as const) : ("RUNNING" as const);
    const resumed = row.resumed || (state === "RUNNING" && row.startTime !== null);
    // Whoever ends its work, or is asked to stop, gives the lease back.
    const interruptions = row.interruptions + Number(row.state !== "WAITING" && row.leaseOwner !== null);
    await db
      .update(imports)
      .set({
        state,
        resumed,
        interruptions,
        error: null,
        endTime: null,
        counts: null,
        cancelWanted: false,
        startTime: row.startTime ?? now,
        ...leaseOf(owner, now),
      })
      .where(eq(imports.id, importId));
    return { state, resumed, interruptions };
  },
});

/** Makes an import for the command line, or finds the one of the same source that was stopped. */
export const makeImportHere = mutation("makeImport", {
  can: "manage users",
  input: shape.importHere,
  output: shape.importNumber,
  touches: () => [],
  about: ({ kind, choices }, { id }) => ({ subject: `import:${id}`, summary: `${kind} ${basename(choices.path)}` }),
  prepare: ({ choices }) => authorFor(engine().reader, choices),
  run: async ({ db, now }, { kind, sha256, choices }, author) => {
    await requireNoOther(db, now);
    const [stopped] = await db
      .select()
      .from(imports)
      .where(and(eq(imports.kind, kind), eq(imports.sourceSha256, sha256), eq(imports.dryRun, false)))
      .orderBy(desc(imports.id))
      .limit(1);
    if (stopped?.state === "UNDOING") throw isHalfUndone(stopped);
    const goesOn = { authorId: author.id, author: author.username, choices };
    if (stopped && ["RUNNING", "CANCELLED", "FAILED", "WAITING"].includes(stopped.state)) {
      await db
        .update(imports)
        .set({ ...goesOn, state: "WAITING", interruptions: 0 })
        .where(eq(imports.id, stopped.id));
      return { id: stopped.id };
    }
    const [row] = await db
      .insert(imports)
      .values({
        ...goesOn,
        kind,
        state: "WAITING",
        sourceName: basename(choices.path),
        sourceSha256: sha256,
        createTime: now,
        left: [],
        suggestions: [],
        made: {},
        kept: [],
        emptyKinds: [],
      })
      .returning({ id: imports.id });
    if (!row) throw new Error("the import was not stored");
    return row;
  },
});

const isHalfUndone = ({ id, sourceName }: ImportRow): AppError =>
  new AppError(
    "conflict",
    `Import ${id} (${sourceName}) of the same site has been taken back only in part. Finish that first: npm run cms -- import undo ${id}`,
    { reason: "import_half_undone" },
  );

/** Refuses while another import of the same site is taken back only in part: what stays of it is not known yet. */
async function requireNoneHalfUndone(db: Database, importId: number, origin: string): Promise<void> {
  const [other] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.origin, origin), eq(imports.state, "UNDOING"), ne(imports.id, importId)))
    .limit(1);
  if (other) throw isHalfUndone(other);
}

/** Notes what a source is, once it is open. Another source than the one that was begun is refused. */
export const describeImport = mutation("describeImport", {
  ...quiet,
  input: shape.importFacts,
  output: nothing,
  run: async ({ db, now }, { importId, owner, ...facts }) => {
    await renewLease(db, importId, owner, now);
    const row = await findImport(db, importId);
    if (row.origin !== "" && row.sourceSha256 !== "" && row.sourceSha256 !== facts.sourceSha256)
      throw new AppError("conflict", "The source has changed since this import began. Start a new one.", {
        reason: "source_changed",
      });
    if (!row.dryRun) await requireNoneHalfUndone(db, importId, facts.origin);
    await db
      .update(imports)
      .set({ ...facts, ...(row.origin === "" && { emptyKinds: await emptyKinds(db) }) })
      .where(eq(imports.id, importId));
  },
});

type Made = { tags: Iterable<string>; categories: Iterable<string>; users: Iterable<string> };

/** Adds to the names of what an import has made. */
export async function noteMade(db: Database, importId: number, made: Made): Promise<void> {
  const { made: before } = await findImport(db, importId);
  const joined = (name: keyof Made) => [...new Set([...(before[name] ?? []), ...made[name]])].slice(0, MOST_NAMED);
  await db
    .update(imports)
    .set({ made: { tags: joined("tags"), categories: joined("categories"), users: joined("users") } })
    .where(eq(imports.id, importId));
}

/** Notes what the source holds that was not taken in, and what is suggested. */
export const noteRemains = mutation("noteImportRemains", {
  ...quiet,
  input: shape.importRemains,
  output: nothing,
  run: async ({ db, now }, { importId, owner, left, suggestions, made }) => {
    await renewLease(db, importId, owner, now);
    await db.update(imports).set({ left, suggestions }).where(eq(imports.id, importId));
    await noteMade(db, importId, made);
  },
});
