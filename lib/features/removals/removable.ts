import { and, eq, inArray, isNull } from "drizzle-orm";
import type { AnyTable, Database } from "../../../db";
import { rowByRow } from "../../../db/expressions";
import { type KeptRecord, removedRecords } from "../../../db/schema";
import type { Ability } from "../../core/access";
import type { CacheKey } from "../../core/cache-keys";
import { AppError, notFound } from "../../core/errors";
import type { Context } from "../../core/operation";
import { port } from "../../core/port";
import { recordReferences } from "../references/recording";
import { type RecordKind, recordKinds } from "../references/kinds-schema";
import { packed, rowsBeside, storeAgain, storeBeside, unpacked } from "./rows";
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
  /** Refuses where something else has taken its place. */
  requirePlace?: (db: Database, row: T["$inferSelect"]) => Promise<void>;
  /** Refuses where what it needs outside of the database is gone; before the transaction. */
  requireFiles?: (row: T["$inferSelect"]) => Promise<void>;
  /** What else is to be done once it is back. */
  settle?: (db: Database, row: T["$inferSelect"]) => Promise<void>;
  /** Removes what it had outside of the database, once it is gone for good. */
  removeFiles?: (rows: T["$inferSelect"][]) => Promise<void>;
};

/** A kind of records that can be put back. */
export type Removable = Pick<Spec<Recorded>, "kind" | "can" | "touches"> & {
  others: Ability | null;
  hasFiles: boolean;
  /** Deletes records and keeps all that belonged to them; refuses where one is missing. */
  remove: (context: Context, ids: readonly number[]) => Promise<void>;
  requireFiles: (kept: KeptRecord) => Promise<void>;
  /** Puts a record back as it was, but for who owns it by now. */
  putBack: (db: Database, kept: KeptRecord, ownerId: number | null) => Promise<void>;
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

  async function keep({ db, actor, now }: Context, row: Own): Promise<void> {
    const children = spec.parent
      ? (await db.select({ id: table.id }).from(table).where(eq(table.parentId, row.id))).map(({ id }) => id)
      : [];
    const record = {
      own: packed(table, [row]),
      beside: await rowsBeside(db, table, [row.id]),
      children,
    };
    if (spec.parent) await putUnder(db, children, row.id, spec.parent(row));
    const kept = { kind: spec.kind, recordId: row.id };
    // An import may have brought one with the number of one that was deleted before.
    await db
      .delete(removedRecords)
      .where(and(eq(removedRecords.kind, kept.kind), eq(removedRecords.recordId, kept.recordId)));
    await db.insert(removedRecords).values({
      ...kept,
      name: Array.from(spec.nameOf(row)).slice(0, 255).join(""),
      ownerId: spec.owned ? (row[spec.owned.column] as number | null) : null,
      actorName: actor.name,
      removedTime: now,
      record,
    });
    await db.delete(table).where(eq(table.id, row.id));
  }

  return {
    kind: spec.kind,
    can: spec.can,
    touches: spec.touches,
    others: spec.owned?.others ?? null,
    hasFiles: spec.removeFiles !== undefined,

    async remove(context, ids) {
      const wanted = [...new Set(ids)];
      const found = await context.db.select().from(table).where(inArray(table.id, wanted));
      if (found.length < wanted.length) throw notFound();
      const rows = new Map(found.map((row) => [row.id, row]));
      for (const id of wanted) {
        // Read again: the deletion of its parent has moved it up.
        const [row] = spec.parent ? await context.db.select().from(table).where(eq(table.id, id)) : [rows.get(id)];
        if (row) await keep(context, row);
      }
    },

    requireFiles: async (kept) => spec.requireFiles?.(rowOf(kept)),

    async putBack(db, kept, ownerId) {
      const row = { ...rowOf(kept), ...(spec.owned && { [spec.owned.column]: ownerId }) };
      if ((await db.$count(table, eq(table.id, row.id))) > 0)
        throw new AppError("conflict", `There is another record with the number ${row.id} by now.`, {
          reason: "number_taken",
        });
      const parentId = spec.parent?.(row) ?? null;
      if (parentId !== null && (await db.$count(table, eq(table.id, parentId))) === 0)
        throw new AppError("conflict", "What it was below is deleted, too. Put that back first.", {
          reason: "parent_gone",
        });
      await spec.requirePlace?.(db, row);
      await storeAgain(db, table, [row]);
      await storeBeside(db, table, kept.beside);
      await putUnder(db, kept.children, parentId, row.id);
      if ((recordKinds as string[]).includes(spec.kind))
        await recordReferences(db, spec.kind as RecordKind, row.id, row);
      await spec.settle?.(db, row);
    },

    removeFiles: async (kept) => spec.removeFiles?.(kept.map(rowOf)),
  };
}
