import { and, type Column, eq, notInArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { postgres } from "../../../db/dialect";
import { renewals } from "../../../db/schema";
import { recordReferences } from "../references/recording";
import { noInput, nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import type { CacheKey } from "../../core/cache-keys";
import { jobKind } from "../../services/jobs/kinds";
import { enqueue } from "../../services/jobs/queue";
import { metasOf, type Renewal, renewalOf, type Row, rowsWith } from "./queries";
import * as shape from "./schema";
import { type Store, storeNamed, stores } from "./stores";

/** Brings records of earlier versions up to date. */
export const renewalJob = jobKind("renew-texts", { lane: "long", payload: noInput, tries: 50, alone: true });

/** Raise these when texts or references are stored differently: the next start renews the stored ones. */
const versions: Record<Renewal["name"], number> = { references: 1, texts: 19 };

const named = (name: string): Store => {
  const store = storeNamed(name);
  if (!store) throw new Error(`there is no store ${name}`);
  return store;
};

/** The cache keys of a row's text. */
function cacheKeysOf({ name, kind }: Store, row: Row): CacheKey[] {
  if (name === "comments") {
    const type = String(row.targetType).toLowerCase();
    const target = `${type}:${String(row.postId ?? row.sheetId ?? row.journalId)}`;
    return [`comments:${target}`, target, `${type}s`];
  }
  return kind === null ? [] : [`${kind}s`, `${kind}:${row.id}`];
}

/** Stores new renderings, except where somebody saved another text meanwhile. The record's version stays. */
async function store(
  db: Database,
  { table, items }: { table: string; items: readonly shape.Rendering[] },
): Promise<{ cacheKeys: CacheKey[]; count: number }> {
  const to = named(table);
  const rows = new Map((await rowsWith(to, db, [...new Set(items.map(({ id }) => id))])).map((row) => [row.id, row]));
  const cacheKeys = new Set<CacheKey>();
  let count = 0;
  for (const { id, column, before, html, derived, addresses } of items) {
    const row = rows.get(id);
    if (row?.[column] !== before) continue;
    const columns = { ...derived, [column]: html };
    const done = await db
      .update(to.table)
      .set(columns)
      // SQLite has one writer, so the row is as it was read; to compare its bytes would miss those that are no letters.
      .where(and(eq(to.table.id, id), postgres ? eq(to.columns[column] as Column, before) : undefined))
      .returning({ id: to.table.id });
    if (done.length === 0) continue;
    if (to.kind !== null)
      await recordReferences(db, to.kind, id, { [column]: html }, { known: { [column]: addresses } });
    for (const cacheKey of cacheKeysOf(to, row)) cacheKeys.add(cacheKey);
    count += 1;
  }
  return { cacheKeys: [...cacheKeys], count };
}

/** Stores texts of one table with their current pictures. */
export const storeRenderings = mutation("storeRenderings", {
  can: "look after storage",
  input: shape.renderings,
  output: shape.changed,
  touches: (_input, { cacheKeys }) => cacheKeys,
  about: ({ table }, { count }) => ({
    subject: "texts",
    summary: `${count} stored texts were brought up to date (${table}).`,
  }),
  run: ({ db }, given) => store(db, given),
});

/** Stores renewed texts or references of one table, and how far this has come. */
export const storePart = mutation("storeRenewedPart", {
  can: "look after storage",
  input: shape.renewedPart,
  output: shape.changed,
  touches: (_input, { cacheKeys }) => cacheKeys,
  about: ({ table }, { count }) => ({
    subject: "texts",
    summary: `${count} stored texts were brought up to date (${table}).`,
  }),
  silent: ({ items }) => items.length === 0,
  run: async ({ db }, { name, table, items, ids, reached, next }) => {
    const changed = await store(db, { table, items });
    const { kind, ...of } = named(table);
    if (name === "references" && kind !== null)
      for (const row of await rowsWith({ kind, ...of }, db, ids))
        await recordReferences(db, kind, row.id, { ...row, metas: await metasOf(db, kind, row.id) });
    const end = ids.length === 0;
    await db
      .update(renewals)
      .set(end ? { place: next ?? table, reached: 0, done: next === null } : { place: table, reached })
      .where(eq(renewals.name, name));
    return changed;
  },
});

/**
 * Starts the renewal, once for each version that stores differently. After a restore (`isRestored`), which has rendered all
 * texts, references are renewed once more: those of a backup may have been written by anybody.
 */
export const beginRenewal = mutation("beginRenewal", {
  can: "look after storage",
  input: shape.renewalBegun,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db }, { isRestored = false }) => {
    const names = Object.keys(versions) as Renewal["name"][];
    await db.delete(renewals).where(notInArray(renewals.name, names));
    let isDone = true;
    for (const [name, version] of Object.entries(versions) as [Renewal["name"], number][]) {
      const isRendered = isRestored && name === "texts";
      const begun = { version, place: stores[0]?.name ?? "", reached: 0, done: isRendered };
      const before = await renewalOf(db, name);
      const isAnew = isRestored || !before || before.version < version;
      if (isAnew)
        await db
          .insert(renewals)
          .values({ name, ...begun })
          .onConflictDoUpdate({ target: renewals.name, set: begun });
      isDone &&= isRendered || (!isAnew && before.done);
    }
    if (isDone) return;
    await enqueue(db, {
      kind: renewalJob,
      title: "Bring stored texts up to date after an update",
      payload: {},
      dedupeKey: "all",
    });
  },
});
