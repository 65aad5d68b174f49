import { and, inArray, not } from "drizzle-orm";
import type { Database } from "../../../db";
import { type KeptRecord, removedRecords } from "../../../db/schema";
import { type Actor, authorize, system } from "../../core/access";
import { AppError, notFound } from "../../core/errors";
import { noInput, nothing } from "../../core/fields";
import { breathing } from "../../core/giving-way";
import { type Context, engine, mutation } from "../../core/operation";
import { requireShortChanges } from "../../services/limits/long-changes";
import { isKept, isOf, keptRecords, removableOf, requireFew, visibleTo, withContents, withFiles } from "./kept";
import * as shape from "./schema";

/** Records per transaction, so that others can write in between. */
const MOST_AT_ONCE = 100;

type Kept = Awaited<ReturnType<typeof keptRecords>>[number];

async function requireFilesOf(db: Database, rows: readonly Kept[]): Promise<void> {
  const those = rows.filter(({ kind }) => removableOf(kind).hasFiles);
  if (those.length === 0) return;
  for (const { kind, record } of await withContents(db, those)) await removableOf(kind).requireFiles(record);
}

/** Divides records into those of one kind that follow each other; of a tree each is by itself. */
function alike(rows: readonly Kept[]): Kept[][] {
  const groups: Kept[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0]?.kind === row.kind && !removableOf(row.kind).isTree) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** Puts records back, the last one that was deleted first: it may have stood below another one. */
async function putBack({ db }: Context, rows: readonly Kept[], wanted: number) {
  if (rows.length < wanted)
    throw new AppError("not_found", "It was put back already, or it is gone for good by now.", {
      reason: "removed_gone",
    });
  const breathe = breathing();
  for (const some of alike(rows)) {
    await breathe();
    const [first] = some;
    if (first) await removableOf(first.kind).putBack(db, await withContents(db, some));
    const ids = some.map(({ id }) => id);
    await db.delete(removedRecords).where(inArray(removedRecords.id, ids));
  }
  return rows.map(({ kind, recordId, name }) => ({ kind: kind as shape.RemovableKind, id: recordId, name }));
}

const touchedBy = (back: readonly shape.PutBack[]) => [
  ...new Set(back.flatMap(({ kind, id }) => removableOf(kind).touches([id]))),
];

function aboutPuttingBack(back: readonly shape.PutBack[]) {
  const [first] = back;
  return first && back.length === 1
    ? { subject: `${first.kind}:${first.id}`, summary: first.name }
    : { subject: "deleted", summary: `${back.length} put back` };
}

/** Puts deleted records back as they were, with their numbers and all that belonged to them: all or none. */
export const putBackRemoved = mutation("putBackRemoved", {
  can: "put back what was deleted",
  summary:
    "Puts deleted records back as they were, with their numbers and what belonged to them: the posts of a tag, the comments of a note, the entries below one of the menu. All of them or none. Refused with 409 where something else stands in the place of one by now, and with 404 where one was put back already or its time is over.",
  input: shape.removedItems,
  output: shape.putBackItems,
  example: { items: [{ kind: "link", id: 1 }] },
  refusals: ["conflict"],
  gate: requireShortChanges,
  touches: (_input, back) => touchedBy(back),
  about: (_input, back) => aboutPuttingBack(back),
  prepare: async ({ items }, actor) => {
    for (const { kind } of items) authorize(actor, removableOf(kind).can, "mutation");
    const { reader } = engine();
    await requireFew(reader, new Date(), and(isOf(items), visibleTo(actor)));
    await requireFilesOf(reader, await named(reader, actor, new Date(), items));
  },
  run: async (context, { items }) =>
    putBack(context, await named(context.db, context.actor, context.now, items), items.length),
});

/** The same by the numbers of the deletions, for what was chosen in a list of them. */
export const putBackRemovals = mutation("putBackRemovals", {
  can: "put back what was deleted",
  input: shape.removalIds,
  output: shape.putBackItems,
  gate: requireShortChanges,
  touches: (_input, back) => touchedBy(back),
  about: (_input, back) => aboutPuttingBack(back),
  prepare: async ({ ids }, actor) => {
    const { reader } = engine();
    await requireFew(reader, new Date(), and(inArray(removedRecords.id, [...ids]), visibleTo(actor)));
    await requireFilesOf(reader, await chosen(reader, actor, new Date(), ids));
  },
  run: async (context, { ids }) =>
    putBack(context, await chosen(context.db, context.actor, context.now, ids), ids.length),
});

/** Of what others deleted nobody learns that it was there. */
const named = (db: Database, actor: Actor, now: Date, items: readonly shape.RemovedRef[]) =>
  keptRecords(db, now, and(isOf(items), visibleTo(actor)));

const chosen = (db: Database, actor: Actor, now: Date, ids: readonly number[]) =>
  keptRecords(db, now, and(inArray(removedRecords.id, [...ids]), visibleTo(actor)));

/** Those with files, whose records name these. */
type Forgotten = { kind: string; record: KeptRecord }[];

/** Deletes for good what could still be put back, and its files. */
export const forgetRemoved = mutation("forgetRemoved", {
  can: "put back what was deleted",
  summary: "Deletes for good what could still be put back, by the numbers of the deletions, together with its files.",
  input: shape.removalIds,
  output: nothing,
  example: { ids: [1, 2] },
  whenFull: true,
  // Nothing that is public is made of it.
  touches: () => [],
  about: ({ ids }) => ({ subject: "deleted", summary: `${ids.length} deleted for good` }),
  prepare: async (): Promise<Forgotten> => [],
  cleanUp: async (gone, isCommitted) => {
    for (const { kind, record } of isCommitted ? gone : []) await removableOf(kind).removeFiles([record]);
  },
  run: async ({ db, actor }, { ids }, gone) => {
    const { id, kind, record } = removedRecords;
    const these = and(inArray(id, ids), visibleTo(actor));
    gone.push(
      ...(await db
        .select({ kind, record })
        .from(removedRecords)
        .where(and(these, inArray(kind, withFiles())))),
    );
    if ((await db.delete(removedRecords).where(these).returning({ id })).length < ids.length) throw notFound();
  },
});

/** Deletes for good some of what has been kept long enough; the sweep removes files without a record. */
const forgetOverdue = mutation("forgetOverdue", {
  can: "look after storage",
  input: noInput,
  output: shape.forgotten,
  touches: () => [],
  silent: true,
  run: async ({ db, now }) => {
    const overdue = db
      .select({ id: removedRecords.id })
      .from(removedRecords)
      .where(not(await isKept(db, now)))
      .limit(MOST_AT_ONCE);
    const gone = await db
      .delete(removedRecords)
      .where(inArray(removedRecords.id, overdue))
      .returning({ id: removedRecords.id });
    return gone.length;
  },
});

/** Deletes for good what has been kept long enough; returns the number. */
export async function forgetOverdueRemovals(): Promise<number> {
  for (let count = 0; ;) {
    const gone = await forgetOverdue(system, {});
    count += gone;
    if (gone < MOST_AT_ONCE) return count;
  }
}
