import { and, eq, inArray, sql } from "drizzle-orm";
import { breathing } from "../../core/giving-way";
import { slices } from "../../core/parts";
import { type Database, isOneOfTexts, MOST_IN_LIST, prepared } from "../../../db";
import { attachments, postRedirects, posts, references, sheetRedirects, sheets } from "../../../db/schema";

/** A reference before its target is looked up. */
export type Named = Pick<typeof references.$inferSelect, "kind" | "recordId" | "field" | "place" | "name">;

/** The queries for a record at an address: its table, its earlier addresses, and its place. */
const written = {
  post: { table: posts, redirects: postRedirects, places: ["archives", "top"] },
  sheet: { table: sheets, redirects: sheetRedirects, places: ["top"] },
} as const;
type Written = keyof typeof written;

async function inParts<T>(names: readonly string[], read: (part: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  const breathe = breathing();
  for (const part of slices(names, MOST_IN_LIST)) {
    await breathe();
    found.push(...(await read(part)));
  }
  return found;
}

/** The numbers of the records at these slugs, by current or earlier address. */
async function bySlug(db: Database, kind: Written, names: readonly string[]): Promise<Map<string, number>> {
  const { table, redirects } = written[kind];
  const earlier = await inParts(names, (part) =>
    db.select({ slug: redirects.slug, id: redirects.postId }).from(redirects).where(isOneOfTexts(redirects.slug, part)),
  );
  const present = await inParts(names, (part) =>
    db.select({ slug: table.slug, id: table.id }).from(table).where(isOneOfTexts(table.slug, part)),
  );
  return new Map([...earlier, ...present].map(({ slug, id }) => [slug, id]));
}

async function byFolder(db: Database, folders: readonly string[]): Promise<Map<string, number>> {
  const rows = await inParts(folders, (part) =>
    db
      .select({ folder: attachments.folder, id: attachments.id })
      .from(attachments)
      .where(isOneOfTexts(attachments.folder, part)),
  );
  return new Map(rows.map(({ folder, id }) => [folder, id]));
}

/** The same with the numbers of the current targets. */
export async function resolved(db: Database, rows: readonly Named[]): Promise<(typeof references.$inferInsert)[]> {
  const names = (...places: Named["place"][]) => [
    ...new Set(rows.filter(({ place }) => places.includes(place)).map(({ name }) => name)),
  ];
  const folders = await byFolder(db, names("uploads"));
  const postIds = await bySlug(db, "post", names(...written.post.places));
  const sheetIds = await bySlug(db, "sheet", names(...written.sheet.places));
  return rows.map((row) => ({
    ...row,
    attachmentId: (row.place === "uploads" ? folders.get(row.name) : undefined) ?? null,
    postId: (row.place === "uploads" ? undefined : postIds.get(row.name)) ?? null,
    sheetId: (row.place === "top" ? sheetIds.get(row.name) : undefined) ?? null,
  }));
}

/** Points references to these slugs at their current targets, in the transaction that changes an address. */
export async function resolveSlugs(db: Database, kind: Written, names: readonly string[]): Promise<void> {
  for (const name of new Set(names)) {
    // Most new addresses are not referred to yet.
    const [known] = await prepared(db, "reference-to-slug", (on) =>
      on
        .select({ kind: references.kind })
        .from(references)
        .where(and(inArray(references.place, ["archives", "top"]), eq(references.name, sql.placeholder("name"))))
        .limit(1),
    ).execute({ name });
    if (!known) continue;
    const id = (await bySlug(db, kind, [name])).get(name) ?? null;
    await db
      .update(references)
      .set(kind === "post" ? { postId: id } : { sheetId: id })
      .where(and(inArray(references.place, written[kind].places), eq(references.name, name)));
  }
}

/** Points the references to an upload at its attachment, which is there again; returns whether there are any. */
export async function resolveFolder(db: Database, folder: string, attachmentId: number): Promise<boolean> {
  const isNamed = and(eq(references.place, "uploads"), eq(references.name, folder));
  await db.update(references).set({ attachmentId }).where(isNamed);
  return (await db.$count(references, isNamed)) > 0;
}
