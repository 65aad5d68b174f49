import { type Database, placesFor, prepared } from "../../../db";
import { recordReferences } from "../references/recording";
import { authorize } from "../../core/access";
import { AppError } from "../../core/errors";
import type { Context } from "../../core/operation";
import type { Words } from "../../text/search";
import type { PostStatus } from "./schema";
import { resolveSlugs } from "../references/resolving";
import { changingOf } from "./changing";
import type { Description, FoundRecord, RecordNumber, Schemas } from "./description";
import { replan } from "./planning";
import { afterSaving } from "./saved";
import { blank, comingOf, type Prepared, type PreparedNew, preparingOf } from "./preparing";
import type { WholeRow } from "./rows";
import { type Fields, isLive, plainColumns, savesOf, statusColumns } from "./saves";
import { slugsOf } from "./slugs";

/** A record with its own earlier date was last edited then, not when it was imported. */
const firstEdit = (createTime: Date | null | undefined, now: Date): Date =>
  createTime && createTime < now ? createTime : now;

/**
 * Creates and changes records of a collection. What a change needs is read and rendered before the transaction; inside
 * it the record is changed only if it is still the same, otherwise everything is repeated.
 */
export function writingOf<N extends RecordNumber, F extends FoundRecord, S extends Schemas<N>>(
  description: Description<N, F, S>,
) {
  const { collection, relate, complete, forDashboard, index } = description;
  const { name, table } = collection;
  const { slugFor, keepRedirect } = slugsOf(collection);
  const { change, removeForGood } = changingOf(collection);
  const saves = savesOf(collection);
  const preparing = preparingOf(description);
  const inBin = (rest: string) =>
    new AppError("conflict", `This ${name} is in the recycle bin. Restore it first${rest}.`, { reason: "in_bin" });
  type Row = typeof table.$inferSelect;
  type Answer = ReturnType<typeof forDashboard>;

  /** A record after a change. */
  const after = (db: Database, before: F, row: Row, related: Partial<F> = {}): Promise<F> =>
    complete(db, { ...before, ...row, inProgress: row.workingOriginalContent !== null, ...related });

  /** Stores what follows from a change: its entry of the search, its job for a date to come, the mails to followers. */
  async function storeEffects(
    context: Context,
    before: WholeRow | null,
    record: F,
    words: Words | undefined,
    mailed = true,
  ): Promise<void> {
    const { db, now } = context;
    // A new record that is not public has no entry to remove.
    if (words !== undefined && (before || words)) await index?.put(db, record, words);
    await replan(db, name, before, record, now);
    if (name === "post") await afterSaving.get()(context, before, record, mailed);
  }

  /** Stores a new record: a draft unless a status is given. */
  async function create(
    context: Context,
    given: Fields & { title: string },
    { text, author, words }: PreparedNew,
  ): Promise<Answer> {
    const { db, actor, now } = context;
    const { status } = comingOf(given, blank());
    const slug = await slugFor(db, given.slug, given.title);
    const columns = {
      ...plainColumns(given, table),
      title: given.title,
      ...statusColumns(status, null, now),
      ...text?.columns,
    };
    const values = {
      ...columns,
      toc: text?.columns.toc ?? [],
      slug,
      authorId: actor.id,
      createTime: given.createTime ?? now,
      updateTime: now,
      editTime: firstEdit(given.createTime, now),
    };
    const { name: shape, places } = placesFor(values);
    const [row] = await prepared(db, `new-${name}:${shape}`, (on) =>
      on.insert(table).values(places).returning(),
    ).execute(values);
    if (!row) throw new Error(`the ${name} was not stored`);
    await recordReferences(db, name, row.id, values, { isNew: true, known: { content: text?.addresses } });
    await keepRedirect(db, row.id, null, slug);
    await resolveSlugs(db, name, [slug]);
    const related = await relate(db, row.id, given, true);
    // Changes the row in place: copying so many columns costs more than storing it.
    const record = await complete(db, Object.assign(row, author, { inProgress: false }, related));
    await storeEffects(context, null, record, words, given.mailFollowers);
    return forDashboard(record);
  }

  /** Changes the given fields; an autosave of a live record changes its working text only. */
  async function update(context: Context, given: Fields, { before, text, words }: Prepared<F>): Promise<Answer> {
    const { db, actor, now } = context;
    if (before.status === "RECYCLE" && (given.autoSave || !given.status || given.status === "RECYCLE"))
      throw inBin(", or save it with the status it is to have");
    if (given.autoSave && isLive(before.status))
      return forDashboard(await after(db, before, await saves.saveWorkingText(db, before, text, now)));
    const row = await saves.save(db, actor, before, given, text, now);
    const record = await after(db, before, row, await relate(db, before.id, given, false));
    if (!given.autoSave) await storeEffects(context, before, record, words, given.mailFollowers);
    return forDashboard(record);
  }

  /** Changes the text alone: of a draft its only one, of a live record the working text. */
  async function updateText({ db, actor, now }: Context, { before, text }: Prepared<F>): Promise<Answer> {
    if (before.status === "RECYCLE") throw inBin("");
    const row = isLive(before.status)
      ? await saves.saveWorkingText(db, before, text, now)
      : await saves.save(db, actor, before, { autoSave: true }, text, now);
    return forDashboard(await after(db, before, row));
  }

  const putStatus = (db: Database, before: WholeRow, status: PostStatus, now: Date): Promise<Row> =>
    change(db, before, statusColumns(status, before, now), now);

  /** Publishes, hides, recycles or restores; the public text stays. */
  async function setStatus(context: Context, { before, words }: Prepared<F>, status: PostStatus): Promise<Answer> {
    const { db, now } = context;
    const record = await after(db, before, await putStatus(db, before, status, now));
    await storeEffects(context, before, record, words);
    return forDashboard(record);
  }

  /** Moves to the recycle bin; deletes for good what is there, or with `permanent`. */
  async function remove(
    { db, actor, now }: Context,
    { before }: Prepared<F>,
    permanent: boolean | undefined,
  ): Promise<void> {
    if (permanent) authorize(actor, "delete posts for good");
    if (permanent || before.status === "RECYCLE") await removeForGood(db, before);
    else await putStatus(db, before, "RECYCLE", now);
    await index?.remove(db, before.id);
    await replan(db, name, before, null, now);
  }

  /**
   * Restores a revision: as the text of a draft, or as the working text of a live record. Keeps the replaced text as a
   * revision.
   */
  async function restore({ db, actor, now }: Context, { before, text }: Prepared<F>): Promise<Answer> {
    if (before.status === "RECYCLE") throw inBin("");
    if (!isLive(before.status))
      return forDashboard(await after(db, before, await saves.save(db, actor, before, {}, text, now)));
    const row = await saves.saveWorkingText(db, before, text, now);
    await saves.keepWorkingText(db, actor, before, now);
    return forDashboard(await after(db, before, row));
  }

  /** Discards the working text, which is kept as a revision. */
  async function discardWorkingText({ db, actor, now }: Context, { before }: Prepared<F>): Promise<Answer> {
    if (!before.inProgress) return forDashboard(before);
    const row = await saves.clearWorkingText(db, before, now);
    await saves.keepWorkingText(db, actor, before, now);
    return forDashboard(await after(db, before, row));
  }

  return { ...preparing, create, update, updateText, setStatus, remove, restore, discardWorkingText };
}
