import { and, count, desc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Database } from "../../../../db";
import { importMemory, importRecords, imports, oldAddresses } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { type Context, engine } from "../../../core/operation";
import { removeKept } from "../../attachments/importing";
import { weightOf } from "../sources/bounding";
import { findImport } from "./rows";
import type { ImportRow } from "./lease";
import type { Control } from "./control";
import { withTextsRenewed } from "./put-back-texts";
import { writeImported } from "./steps";
import { takeBack } from "./taking-back";

/** Records per transaction, and characters of what they had replaced: a whole text each. */
const [AT_ONCE, MOST_CHARACTERS] = [100, 2 * 1024 ** 2];

type Kept = { kind: string; id: number; title: string; why: string };
type RecordRow = typeof importRecords.$inferSelect;

const isLeft = (importId: number) =>
  and(eq(importRecords.importId, importId), or(eq(importRecords.isMade, true), isNotNull(importRecords.replaced)));

/** Some of the records that are still to be taken back, the last ones first: comments before their texts. */
async function remaining(db: Database, importId: number): Promise<RecordRow[]> {
  const { id } = importRecords;
  const last = await db.select({ id }).from(importRecords).where(isLeft(importId)).orderBy(desc(id)).limit(AT_ONCE);
  const rows: RecordRow[] = [];
  let size = 0;
  for (const each of last) {
    if (size > MOST_CHARACTERS) break;
    const found = await db.select().from(importRecords).where(eq(id, each.id));
    rows.push(...found);
    size += weightOf(found);
  }
  return rows;
}

/** Takes an import back, batch by batch; one that was stopped goes on. */
export async function undo(actor: Actor, importId: number, owner: string, control: Control): Promise<"UNDONE" | null> {
  const row = await findImport(engine().reader, importId);
  const [left] = await engine().reader.select({ total: count() }).from(importRecords).where(isLeft(importId));
  let done = 0;
  for (;;) {
    const noted = await remaining(engine().reader, importId);
    if (noted.length === 0) break;
    if (done > 0 && control.signal?.aborted) return null;
    const rows: RecordRow[] = [];
    for (const record of noted) rows.push(await withTextsRenewed(record));
    const folders: string[] = [];
    const work = async (context: Context) => {
      folders.length = 0;
      const cacheKeys: string[] = [];
      const kept: Kept[] = [];
      for (const record of rows) {
        const { stays, cacheKeys: touched, folder } = await takeBack(context, row, record);
        cacheKeys.push(...touched);
        if (folder) folders.push(folder);
        if (stays !== null)
          kept.push({
            kind: record.kind === "file" ? "attachment" : record.kind,
            id: record.recordId ?? 0,
            title: record.title,
            why: stays,
          });
        else await forgetRecord(context.db, row, record);
        await context.db
          .update(importRecords)
          .set({ isMade: false, replaced: null })
          .where(eq(importRecords.id, record.id));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await noteKept(context.db, importId, kept);
      return { what: `${rows.length} taken back`, cacheKeys };
    };
    await writeImported(actor, { importId, owner, isRedone: false, work });
    if (folders.length > 0) await removeKept(folders);
    done += rows.length;
    control.onProgress?.(done, left?.total ?? done);
  }
  const end = async ({ db }: Context) => {
    await forgetRest(db, row);
    return { what: "taken back", cacheKeys: [] };
  };
  await writeImported(actor, { importId, owner, isRedone: false, work: end });
  return "UNDONE";
}

async function noteKept(db: Database, importId: number, kept: readonly Kept[]): Promise<void> {
  if (kept.length === 0) return;
  const { kept: before } = await findImport(db, importId);
  await db
    .update(imports)
    .set({ kept: [...before, ...kept].slice(0, 10_000) })
    .where(eq(imports.id, importId));
}

/** Forgets a record that is gone, with the addresses that led to it. */
async function forgetRecord(
  db: Database,
  { origin }: ImportRow,
  { kind, source, recordId, isMade }: RecordRow,
): Promise<void> {
  if (!isMade) return;
  const named = and(eq(importMemory.origin, origin), eq(importMemory.kind, kind), eq(importMemory.source, source));
  await db.delete(importMemory).where(named);
  const recordKind = kind === "file" ? "attachment" : kind;
  if (recordId === null) return;
  await db.delete(oldAddresses).where(and(eq(oldAddresses.kind, recordKind), eq(oldAddresses.recordId, recordId)));
  if (kind === "file")
    await db
      .delete(importMemory)
      .where(and(eq(importMemory.recordKind, "attachment"), eq(importMemory.recordId, recordId)));
}

/** Forgets what the import only found here, and the addresses that it let lead there. */
async function forgetRest(db: Database, { id, kept }: ImportRow): Promise<void> {
  const stays = new Set((kept as readonly Kept[]).map((each) => `${each.kind}:${each.id}`));
  const rows = await db.select().from(oldAddresses).where(eq(oldAddresses.importId, id));
  const gone = rows.filter(({ kind, recordId }) => !stays.has(`${kind}:${recordId}`)).map(({ path }) => path);
  for (let i = 0; i < gone.length; i += 400)
    await db.delete(oldAddresses).where(inArray(oldAddresses.path, gone.slice(i, i + 400)));
  await db.delete(importMemory).where(and(eq(importMemory.writtenBy, id), isNull(importMemory.madeBy)));
}
