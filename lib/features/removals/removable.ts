import { and, eq, inArray, isNull } from "drizzle-orm";
import type { AnyTable, Database } from "../../../db";
import { rowByRow } from "../../../db/expressions";
import { inOrder } from "../../../db/pages";
import { type KeptRecord, removedRecords } from "../../../db/schema";
import type { Ability } from "../../core/access";
import type { CacheKey } from "../../core/cache-keys";
import { someAtOnce } from "../../core/at-once";
import { AppError, notFound } from "../../core/errors";
import type { Context } from "../../core/operation";
import { port } from "../../core/port";
import { recordReferences } from "../references/recording";
import { type RecordKind, recordKinds } from "../references/kinds-schema";
import { keepBeside, packed, storeAgain, storeBeside, unpacked } from "./rows";
import type { RemovableKind } from "./schema";

/** Any table of records with a number. TypeScript sees that of links where it is not this one's. */
type Recorded = { $inferSelect: { id: number } };

type Spec<T extends Recorded> = {
  kind: RemovableKind;
  table: T;
  /** The ability to delete one and to put it back. */
  can: Ability;
  /** Of records that belong to somebody: the column of the owner's number, and the ability to treat those of others. */
  owned?: { column: keyof T["$inferSelect"] & string; others: Ability };
  nameOf: (row: T["$inferSelect"]) => string;
  /** The cache keys of answers that change when these come back. */
  touches: (ids: number[]) => CacheKey[];
  /** The column that names a record's parent: children of a deleted record move up to it. */
  parent?: (row: T["$inferSelect"]) => number | null;
  /** Refuses where something else has taken its place; asked once it is stored, where the database took it. */
  requirePlace?: (db: Database, row: T["$inferSelect"]) => Promise<void>;
  /** Refuses where what it needs outside of the database is gone; before the transaction. */
  requireFiles?: (row: T["$inferSelect"]) => Promise<void>;
  /** What else is to be done once they are back. */
  settle?: (db: Database, rows: readonly T["$inferSelect"][]) => Promise<void>;
  /** Removes what it had outside of the database, once it is gone for good. */
  removeFiles?: (rows: T["$inferSelect"][]) => Promise<void>;
};

/** A deletion: its number, what it deleted, and who owns that by now. */
type Deletion = { id: number; ownerId: number | null; record: KeptRecord };

/** A kind of records that can be put back. */
export type Removable = Pick<Spec<Recorded>, "kind" | "can" | "touches"> & {
  others: Ability | null;
  hasFiles: boolean;
  /** Deletes records and keeps all that belonged to them; refuses where one is missing. */
  remove: (context: Context, ids: readonly number[]) => Promise<void>;
  requireFiles: (kept: KeptRecord) => Promise<void>;
  /** Whether they stand one below another, so that each comes back by itself. */
  isTree: boolean;
  /** Puts records back as they were, but for who owns them by now. */
  putBack: (db: Database, kept: readonly Deletion[]) => Promise<void>;
  removeFiles: (kept: readonly KeptRecord[]) => Promise<void>;
};

/** The kinds that the features of this program have. */
export const removables = port<readonly Removable[]>("what can be put back");

/** Makes deletions of a kind of records undoable. */
export function removable<T extends Recorded>(spec: Spec<T>): Removable {
  type Own = T["$inferSelect"];
  const table = spec.table as unknown as AnyTable & { parentId: AnyTable["id"] };
  const rowOf = (kept: KeptRecord) => unpacked(table, kept.own)[0] as Own;

  const putUnder = async (db: Database, ids: readonly number[], from: number | null, to: number | null) => {
    if (ids.length === 0) return;
    const isThere = from === null ? isNull(table.parentId) : eq(table.parentId, from);
    await db
      .update(table)
      .set({ parentId: to } as object)
      .where(and(inArray(table.id, [...ids]), rowByRow(isThere)));
  };

  async function keep({ db, actor, now }: Context, rows: readonly Own[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    const childrenOf = new Map<number, number[]>();
    if (spec.parent)
      for (const row of rows) {
        const below = await db.select({ id: table.id }).from(table).where(eq(table.parentId, row.id));
        const children = below.map(({ id }) => id);
        childrenOf.set(row.id, children);
        await putUnder(db, children, row.id, spec.parent(row));
      }
    // An import may have brought one with the number of one that was deleted before.
    await db
      .delete(removedRecords)
      .where(and(eq(removedRecords.kind, spec.kind), inArray(removedRecords.recordId, ids)));
    const removals = await db
      .insert(removedRecords)
      .values(
        rows.map((row) => ({
          kind: spec.kind,
          recordId: row.id,
          name: Array.from(spec.nameOf(row)).slice(0, 255).join(""),
          ownerId: spec.owned ? (row[spec.owned.column] as number | null) : null,
          actorName: actor.name,
          removedTime: now,
          record: { own: packed(table, [row]), children: childrenOf.get(row.id) ?? [] },
        })),
      )
      .returning({ id: removedRecords.id, recordId: removedRecords.recordId });
    await keepBeside(db, table, new Map(removals.map(({ id, recordId }) => [recordId, id])));
    await db.delete(table).where(inArray(table.id, ids));
  }

  async function requireNumbers(db: Database, rows: readonly Own[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    const [taken] = await db.select({ id: table.id }).from(table).where(inArray(table.id, ids)).limit(1);
    if (taken)
      throw new AppError("conflict", `There is another record with the number ${taken.id} by now.`, {
        reason: "number_taken",
      });
  }

  async function requireParents(db: Database, rows: readonly Own[]): Promise<void> {
    for (const row of rows) {
      const parentId = spec.parent?.(row) ?? null;
      if (parentId !== null && (await db.$count(table, eq(table.id, parentId))) === 0)
        throw new AppError("conflict", "What it was below is deleted, too. Put that back first.", {
          reason: "parent_gone",
        });
    }
  }

  return {
    kind: spec.kind,
    can: spec.can,
    touches: spec.touches,
    others: spec.owned?.others ?? null,
    hasFiles: spec.removeFiles !== undefined,
    isTree: spec.parent !== undefined,

    async remove(context, ids) {
      const wanted = [...new Set(ids)];
      const found = await context.db.select().from(table).where(inArray(table.id, wanted));
      if (found.length < wanted.length) throw notFound();
      if (!spec.parent) return keep(context, inOrder(found, wanted));
      for (const id of wanted) {
        // Read again: the deletion of its parent has moved it up.
        const [row] = await context.db.select().from(table).where(eq(table.id, id));
        if (row) await keep(context, [row]);
      }
    },

    requireFiles: async (kept) => spec.requireFiles?.(rowOf(kept)),

    async putBack(db, kept) {
      const rows = kept.map(({ record, ownerId }) => ({
        ...rowOf(record),
        ...(spec.owned && { [spec.owned.column]: ownerId }),
      }));
      await requireNumbers(db, rows);
      await requireParents(db, rows);
      await storeAgain(db, table, rows);
      const { requirePlace } = spec;
      if (requirePlace) await someAtOnce(rows, (row) => requirePlace(db, row));
      await storeBeside(
        db,
        table,
        kept.map(({ id }) => id),
      );
      if (spec.parent)
        for (const [index, row] of rows.entries())
          await putUnder(db, kept[index]?.record.children ?? [], spec.parent(row), row.id);
      if ((recordKinds as string[]).includes(spec.kind))
        await someAtOnce(rows, (row) => recordReferences(db, spec.kind as RecordKind, row.id, row));
      await spec.settle?.(db, rows);
    },

    removeFiles: async (kept) => spec.removeFiles?.(kept.map(rowOf)),
  };
}
