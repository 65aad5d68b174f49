import { and, eq } from "drizzle-orm";
import type { Database } from "../../../../db";
import { importMemory, type importRecords } from "../../../../db/schema";
import type { Context } from "../../../core/operation";
import { importedUsers, isAccountUsed } from "../../accounts/users/importing";
import { removeUnused } from "../../attachments/importing";
import { findImported, removeImported, replaceComment, targetOfImported } from "../../comments/importing";
import { importedJournals } from "../../journals/importing";
import { importedLinks } from "../../links/importing";
import { hasEntriesBelow, importedMenus } from "../../menus/importing";
import { giveOptionBack } from "../../options/importing";
import { importedPhotos } from "../../photos/importing";
import { importedRedirects } from "../../redirects/importing";
import { importedCategories, contentsOfCategory } from "../../taxonomy/categories/importing";
import { importedTags, isTagUsed } from "../../taxonomy/tags/importing";
import type { ReplacedText } from "../../writing/importing";
import type { Remembered } from "./memory";
import type { ImportRow } from "./lease";
import { reasonToStay } from "./staying";
import { textsOf } from "./text-tables";

type RecordRow = typeof importRecords.$inferSelect;
type Taken = { stays: string | null; cacheKeys: string[]; folder?: string };

const gone = (cacheKeys: string[] = []): Taken => ({ stays: null, cacheKeys });
const stays = (why: string): Taken => ({ stays: why, cacheKeys: [] });
const CHANGED = "it was changed here since";

type Store = {
  read(db: Database, id: number): Promise<{ id: number; updateTime: Date } | null>;
  set(db: Database, id: number, columns: never): Promise<void>;
  remove(db: Database, id: number): Promise<void>;
};
type Row = {
  store: Store;
  isUsed?: (db: Database, id: number) => Promise<boolean>;
  used?: string;
  keys: (id: number) => string[];
};

/** Records that are one row each. */
const simple: Record<string, Row> = {
  user: {
    store: importedUsers,
    isUsed: isAccountUsed,
    used: "somebody has signed in to it, or it owns something",
    keys: () => ["users"],
  },
  category: {
    store: importedCategories,
    keys: () => ["categories"],
  },
  tag: { store: importedTags, isUsed: isTagUsed, used: "posts have it", keys: () => ["tags"] },
  link: { store: importedLinks, keys: () => ["links"] },
  photo: { store: importedPhotos, keys: () => ["photos"] },
  menu: {
    store: importedMenus,
    isUsed: hasEntriesBelow,
    used: "other entries stand below it",
    keys: () => ["menus"],
  },
  redirect: { store: importedRedirects, keys: () => ["redirects"] },
  journal: { store: importedJournals, keys: (id) => ["journals", `journal:${id}`] },
};

const recalled = async (
  db: Database,
  { origin }: ImportRow,
  { kind, source }: RecordRow,
): Promise<Remembered | null> => {
  const [row] = await db
    .select()
    .from(importMemory)
    .where(and(eq(importMemory.origin, origin), eq(importMemory.kind, kind), eq(importMemory.source, source)));
  return row ?? null;
};

const withDates = (columns: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      name.endsWith("Time") && typeof value === "string" ? new Date(value) : value,
    ]),
  );

/** Takes one record of an import back; says why it stays where somebody needs it. */
export async function takeBack(context: Context, row: ImportRow, record: RecordRow): Promise<Taken> {
  const id = record.recordId;
  if (id === null) return gone();
  return record.replaced ? putBack(context, row, record, id, record.replaced) : removeMade(context, row, record, id);
}

async function removeMade({ db, now }: Context, row: ImportRow, record: RecordRow, id: number): Promise<Taken> {
  const { kind } = record;
  const known = await recalled(db, row, record);
  if (kind === "post" || kind === "sheet") {
    const why = await reasonToStay(db, row, kind, id);
    return why === null ? gone(await textsOf[kind].remove(db, id, now)) : stays(why);
  }
  if (kind === "comment") return removeComment(db, row, id, known);
  if (kind === "file") {
    const folder = await removeUnused(db, id);
    return folder === null ? stays("something shows it") : { ...gone(["attachments"]), folder };
  }
  if (kind === "option") {
    const cacheKeys = await giveOptionBack(db, id, known?.mark ?? "");
    return cacheKeys === null ? stays(CHANGED) : gone(cacheKeys);
  }
  const found = Object.hasOwn(simple, kind) ? simple[kind] : undefined;
  if (!found) return gone();
  const there = await found.store.read(db, id);
  if (!there) return gone();
  if (kind === "journal") {
    const why = await reasonToStay(db, row, kind, id);
    if (why !== null) return stays(why);
  } else if (known && known.mark !== there.updateTime.toISOString()) return stays(CHANGED);
  if (kind === "category" && (await isCategoryNeeded(db, row, id))) return stays("something is in it");
  if (await found.isUsed?.(db, id)) return stays(found.used ?? "something uses it");
  await found.store.remove(db, id);
  return gone(found.keys(id));
}

/** Whether posts are in a category or below it, or a category below it stays that somebody else made or changed. */
async function isCategoryNeeded(db: Database, row: ImportRow, id: number): Promise<boolean> {
  const open = [id];
  for (const each of open) {
    const { hasPosts, below } = await contentsOfCategory(db, each);
    if (hasPosts) return true;
    for (const child of below) {
      const [own] = await db
        .select({ madeBy: importMemory.madeBy, mark: importMemory.mark })
        .from(importMemory)
        .where(and(eq(importMemory.recordKind, "category"), eq(importMemory.recordId, child)));
      const there = await importedCategories.read(db, child);
      if (own?.madeBy !== row.id || own.mark !== there?.updateTime.toISOString()) return true;
      open.push(child);
    }
  }
  return false;
}

async function removeComment(db: Database, row: ImportRow, id: number, known: Remembered | null): Promise<Taken> {
  const there = await findImported(db, id);
  if (!there) return gone();
  if (known && known.mark !== there.updateTime.toISOString()) return stays(CHANGED);
  const target = await targetOfImported(db, id);
  // The conversation below a text that stays, stays.
  if (target && (await reasonToStay(db, row, target.kind, target.id)) !== null) return stays("the text it is on stays");
  const { stayed, cacheKeys } = await removeImported(db, [id]);
  return stayed.length > 0 ? stays("somebody has replied to it") : gone(cacheKeys);
}

async function putBack(
  { db, now }: Context,
  row: ImportRow,
  record: RecordRow,
  id: number,
  replaced: Readonly<Record<string, unknown>>,
): Promise<Taken> {
  const { kind } = record;
  const known = await recalled(db, row, record);
  const { memory, ...before } = replaced as { memory: Partial<Remembered>; columns: Record<string, unknown> };
  let [mark, cacheKeys]: [string, string[]] = ["", []];
  if (kind === "post" || kind === "sheet") {
    const there = await textsOf[kind].rowOf(db, id);
    if (!there) return gone();
    if (known && known.mark !== `v${there.version}`) return stays(CHANGED);
    const done = await textsOf[kind].putBack(db, id, before as ReplacedText, now);
    [mark, cacheKeys] = [`v${done?.version ?? 0}`, done?.cacheKeys ?? []];
  } else {
    const found = Object.hasOwn(simple, kind) ? simple[kind] : undefined;
    const there = kind === "comment" ? await findImported(db, id) : await found?.store.read(db, id);
    if (!there) return gone();
    if (known && known.mark !== there.updateTime.toISOString()) return stays(CHANGED);
    const columns = withDates(before.columns);
    if (kind === "comment") cacheKeys = await replaceComment(db, id, columns as never);
    else await found?.store.set(db, id, columns as never);
    mark = (columns.updateTime as Date).toISOString();
    cacheKeys.push(...(found?.keys(id) ?? []));
  }
  await db
    .update(importMemory)
    .set({ ...memory, mark })
    .where(
      and(eq(importMemory.origin, row.origin), eq(importMemory.kind, kind), eq(importMemory.source, record.source)),
    );
  return { stays: null, cacheKeys };
}
