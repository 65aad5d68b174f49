import { eq } from "drizzle-orm";
import type { z } from "zod";
import { type Database, placesFor, prepared } from "../../db";
import { recordUsages } from "../attachments/recording";
import { type Ability, type Actor, authorize, authorizeEdit } from "../core/access";
import { AppError, notFound } from "../core/errors";
import { type Context, engine } from "../core/operation";
import type { PostStatus } from "../posts/schema";
import type { Kind } from "./kind";
import { replan } from "./planning";
import { type WholeRow, workingTextOf } from "./rows";
import { type Fields, isLive, plainColumns, type Relations, savesOf, statusColumns } from "./saves";
import { slugsOf } from "./slugs";
import { emptyText, type StoredText, type Text, textAfter } from "./texts";

/** What a kind of writing brings along for its changes. */
type Parts<F extends WholeRow, A> = {
  /** One record with its texts, where its actor may work on it. */
  find: (db: Database, actor: Actor, id: number) => Promise<F | null>;
  /** The same as those who work on it see it. */
  shown: (found: F) => A;
  answer: z.ZodType;
  relations: Relations;
  /** Keeps the search index up to date, in the same transaction, with what readers may see of one. */
  index?: { put: (db: Database, record: F) => Promise<void>; remove: (db: Database, id: number) => Promise<void> };
  /** Who may delete for good what is not in the recycle bin. */
  deleteForGood: Ability;
};

/** What slow work before the transaction found: the text a save results in, and the version it was made from. */
export type Prepared = { text: Text | null; version: number };

/** One that comes with its date from elsewhere was last edited then, not when it was taken over. */
const firstEdit = (createTime: Date | null | undefined, now: Date): Date => (createTime && createTime < now ? createTime : now);

/** How records of this kind are created and changed. */
export function writingOf<F extends WholeRow, A>(kind: Kind, { find, shown, answer, relations, index, deleteForGood }: Parts<F, A>) {
  const { name, table } = kind;
  const { slugFor, keepRedirect } = slugsOf(kind);
  const saves = savesOf(kind, relations);
  const inBin = (rest: string) => new AppError("conflict", `This ${name} is in the recycle bin. Restore it first${rest}.`, { reason: "in_bin" });

  /** What becomes stale when a record changes. */
  const touched = (id: number) => [`${name}s`, `${name}:${id}`];

  /** A record this actor may work on. */
  async function found(db: Database, actor: Actor, id: number): Promise<F> {
    const record = await find(db, actor, id);
    if (!record) throw notFound();
    return record;
  }

  /** A record as it stands after a change, for whoever changed it. */
  const whole = async (db: Database, actor: Actor, id: number): Promise<A> => shown(await found(db, actor, id));

  /** The same after a change that the search and the queue have to know of. */
  async function indexed({ db, actor, now }: Context, id: number, before: WholeRow | null): Promise<A> {
    const record = await found(db, actor, id);
    await index?.put(db, record);
    await replan(db, name, before, record, now);
    return shown(record);
  }

  /** A record about to be changed: this actor's to change, and as the caller last saw it. */
  async function forChange(db: Database, actor: Actor, id: number, expectedVersion?: number): Promise<F> {
    const before = await found(db, actor, id);
    authorizeEdit(actor, before);
    if (expectedVersion !== undefined && expectedVersion !== before.version)
      throw new AppError("stale", `This ${name} was changed elsewhere since you read it.`, { current: answer.parse(shown(before)) });
    return before;
  }

  /** Renders outside the transaction; the texts that were not sent are read beforehand. */
  async function prepareText(id: number, given: Fields, actor: Actor): Promise<Prepared> {
    const before = await found(engine().reader, actor, id);
    authorizeEdit(actor, before);
    const text = await textAfter({ ...before, ...workingTextOf(before) }, given);
    // A deliberate save without a text of its own brings the working text out.
    const { workingOriginalContent: originalContent, workingContent: content, workingKeepRaw: keepRaw } = before;
    const bringOut = text === null && before.inProgress && !given.autoSave;
    return { text: bringOut ? await textAfter(before, { originalContent, content, keepRaw }) : text, version: before.version };
  }

  /** Refuses a text that was put together from what another save has changed in between. */
  function checkRace(before: WholeRow, given: Fields, prepared: Prepared): void {
    const isWhole = given.originalContent !== undefined && given.keepRaw !== undefined && given.editorType !== undefined;
    if (prepared.version !== before.version && !isWhole && (prepared.text || before.inProgress)) throw new AppError("conflict", `Somebody saved this ${name} at the same moment. Please save again.`, { reason: "saved_meanwhile" });
  }

  /** Stores a new record: a draft unless a status is given. */
  async function create(context: Context, given: Fields & { title: string }, text: Text | null): Promise<A> {
    const { db, actor, now } = context;
    const status = given.autoSave ? "DRAFT" : (given.status ?? "DRAFT");
    const slug = await slugFor(db, given.slug, given.title);
    const columns = { ...plainColumns(given), title: given.title, ...statusColumns(status, null, now), ...text };
    const values = { ...columns, toc: text?.toc ?? [], slug, authorId: actor.id, createTime: given.createTime ?? now, updateTime: now, editTime: firstEdit(given.createTime, now) };
    const { name: shape, places } = placesFor(values);
    const [row] = await prepared(db, `new-${name}:${shape}`, (on) => on.insert(table).values(places).returning({ id: table.id })).execute(values);
    if (!row) throw new Error(`the ${name} was not stored`);
    await recordUsages(db, name, row.id, values, true);
    await keepRedirect(db, row.id, null, slug);
    await relations.add(db, row.id, given);
    return indexed(context, row.id, null);
  }

  /** Changes what is given; an autosave of a live record changes its working text only. */
  async function update(context: Context, id: number, given: Fields, prepared: Prepared): Promise<A> {
    const { db, actor, now } = context;
    const before = await forChange(db, actor, id, given.expectedVersion);
    checkRace(before, given, prepared);
    if (before.status === "RECYCLE" && (given.autoSave || !given.status || given.status === "RECYCLE")) throw inBin(", or save it with the status it is to have");
    if (given.autoSave && isLive(before.status)) await saves.saveWorkingText(db, before, prepared.text, now);
    else await saves.save(db, actor, before, given, prepared.text, now);
    return given.autoSave ? whole(db, actor, id) : indexed(context, id, before);
  }

  /** Changes the text alone: of a draft its only one, of a live record the working text. */
  async function updateText({ db, actor, now }: Context, id: number, given: Fields, prepared: Prepared): Promise<A> {
    const before = await forChange(db, actor, id, given.expectedVersion);
    checkRace(before, given, prepared);
    if (before.status === "RECYCLE") throw inBin("");
    if (isLive(before.status)) await saves.saveWorkingText(db, before, prepared.text, now);
    else await saves.save(db, actor, before, { autoSave: true }, prepared.text, now);
    return whole(db, actor, id);
  }

  const putStatus = (db: Database, before: WholeRow, status: PostStatus, now: Date) => saves.set(db, before.id, { ...statusColumns(status, before, now), updateTime: now, version: before.version + 1 });

  /** Publishes, hides, recycles or restores; the text that readers see stays as it is. */
  async function setStatus(context: Context, id: number, status: PostStatus): Promise<A> {
    const { db, actor, now } = context;
    const before = await forChange(db, actor, id);
    await putStatus(db, before, status, now);
    return indexed(context, id, before);
  }

  /** Moves to the recycle bin; what is there already, or with `permanent`, is deleted for good. */
  async function remove({ db, actor, now }: Context, id: number, permanent: boolean | undefined): Promise<void> {
    const before = await forChange(db, actor, id);
    if (permanent) authorize(actor, deleteForGood);
    if (permanent || before.status === "RECYCLE") await db.delete(table).where(eq(table.id, id));
    else await putStatus(db, before, "RECYCLE", now);
    await index?.remove(db, id);
    await replan(db, name, before, null, now);
  }

  /** Takes an earlier text up again: as the text of a draft, as the working text of a live record; what it replaces is kept. */
  async function restore({ db, actor, now }: Context, id: number, { text, editorType }: { text: Text | null; editorType: StoredText["editorType"] }): Promise<A> {
    const before = await forChange(db, actor, id);
    if (before.status === "RECYCLE") throw inBin("");
    if (isLive(before.status) && editorType !== before.editorType)
      throw new AppError("conflict", `This text was written with the other editor. Make the ${name} a draft first, then restore it.`, { reason: "other_editor" });
    if (isLive(before.status)) {
      await saves.keepWorkingText(db, actor, before, now);
      await saves.saveWorkingText(db, before, text, now);
    } else await saves.save(db, actor, before, {}, text, now);
    return whole(db, actor, id);
  }

  /** Returns to the text that readers see; the working text is kept as a revision. */
  async function discardWorkingText({ db, actor, now }: Context, id: number, expectedVersion: number | undefined): Promise<A> {
    const before = await forChange(db, actor, id, expectedVersion);
    if (before.inProgress) {
      await saves.keepWorkingText(db, actor, before, now);
      await saves.clearWorkingText(db, before, now);
    }
    return whole(db, actor, id);
  }

  const prepareNew = (given: Fields) => textAfter(emptyText, { originalContent: "", ...given });

  return { touched, found, prepareNew, prepareText, create, update, updateText, setStatus, remove, restore, discardWorkingText };
}
