import { inArray } from "drizzle-orm";
import type { Database } from "../../../../db";
import { attachments, categories, tags } from "../../../../db/schema";
import { urlOf } from "../../../services/files/names";
import { journalUrl } from "../../journals/queries";
import type { Addressed, Collection } from "../../writing/collection";
import { post } from "../../writing/posts/collection";
import { categoryOf, tagOf } from "../../writing/posts/rows";
import { sheet } from "../../writing/sheets/collection";

type Named = { kind: string; id: number };
/** Ids per statement. */
const AT_ONCE = 500;

async function inParts<R>(ids: readonly number[], read: (some: number[]) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = [];
  for (let i = 0; i < ids.length; i += AT_ONCE) rows.push(...(await read(ids.slice(i, i + AT_ONCE))));
  return rows;
}

const written =
  (collection: Collection) =>
  async (db: Database, ids: number[]): Promise<[number, string][]> => {
    const { id, slug, createTime } = collection.table;
    const rows = await db.select({ id, slug, createTime }).from(collection.table).where(inArray(id, ids));
    const addressOf = await collection.addresses(db, rows);
    return rows.map((row) => [row.id, addressOf(row)]);
  };

/** How the addresses of each kind of record are found; other kinds have none. */
const finders: Record<string, (db: Database, ids: number[]) => Promise<[number, string][]>> = {
  post: written(post),
  sheet: written(sheet),
  journal: async (_db, ids) => ids.map((id) => [id, journalUrl(id)]),
  category: async (db, ids) => {
    const { id, name, slug } = categories;
    const rows = await db.select({ id, name, slug }).from(categories).where(inArray(id, ids));
    return rows.map((row) => [row.id, categoryOf(row).url]);
  },
  tag: async (db, ids) => {
    const { id, name, slug, color, series } = tags;
    const rows = await db.select({ id, name, slug, color, series }).from(tags).where(inArray(id, ids));
    return rows.map((row) => [row.id, tagOf(row).url]);
  },
  attachment: async (db, ids) => {
    const rows = await db.select().from(attachments).where(inArray(attachments.id, ids));
    return rows.map((row) => [row.id, urlOf(row)]);
  },
};

/** The address that a text would have which is not stored. */
export async function addressOfNew(db: Database, kind: "post" | "sheet", text: Addressed): Promise<string> {
  return (await { post, sheet }[kind].addresses(db, [text]))(text);
}

/** The present addresses of records, by `post:12`; those without one are left out. */
export async function addressesOf(db: Database, records: readonly Named[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const kind of new Set(records.map((record) => record.kind))) {
    const finder = Object.hasOwn(finders, kind) ? finders[kind] : undefined;
    if (!finder) continue;
    const ids = [...new Set(records.filter((record) => record.kind === kind).map(({ id }) => id))];
    for (const [id, address] of await inParts(ids, (some) => finder(db, some))) found.set(`${kind}:${id}`, address);
  }
  return found;
}
