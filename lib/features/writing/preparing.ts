import { type Actor, askerOf, authorizeEdit } from "../../core/access";
import { requireVersion } from "../../core/as-read";
import { engine } from "../../core/operation";
import type { Words } from "../../text/search";
import type { PostStatus } from "./schema";
import { authorColumnsOf } from "./authors";
import type { Description, FoundRecord, RecordNumber, Schemas, Searched } from "./description";
import { findOf } from "./find";
import { workingTextOf } from "./rows";
import type { Fields } from "./saves";
import { emptyText, sameSource, sourceAfter, type Text, textAfter, textFrom, type TextSource } from "./texts";

/**
 * The input of a change, read before its transaction: the record, the new text, and the words for the search; without
 * words the index stays.
 */
export type Prepared<F> = { before: F; source: TextSource | null; text: Text | null; words?: Words };
/** The same of a new record. */
export type PreparedNew = { text: Text | null; author: Awaited<ReturnType<typeof authorColumnsOf>>; words?: Words };

/** The fields that the words depend on, after the save. */
export const comingOf = (given: Fields, before: Searched): Searched => ({
  id: before.id,
  title: given.title ?? before.title,
  status: given.autoSave ? before.status : (given.status ?? before.status),
  password: given.password === undefined ? before.password : (given.password ?? ""),
  createTime: given.createTime ?? before.createTime,
});

const sameWords = (a: Searched, b: Searched): boolean =>
  a.title === b.title &&
  a.status === b.status &&
  a.password === b.password &&
  a.createTime.getTime() === b.createTime.getTime();

/** A new record before it has any value. */
export const blank = (): Searched => ({ id: 0, title: "", status: "DRAFT", password: "", createTime: new Date() });

/** Reads, renders and extracts before the transaction of a change. */
export function preparingOf<N extends RecordNumber, F extends FoundRecord, S extends Schemas<N>>(
  description: Description<N, F, S>,
) {
  const { collection, schemas, forDashboard, index } = description;
  const { findToWorkOn } = findOf(description);

  /** A record to change: this actor may, and its version is the one the caller has read. */
  async function prepareChange(id: number, actor: Actor, expectedVersion?: number): Promise<Prepared<F>> {
    const before = await findToWorkOn(engine().reader, actor, id);
    authorizeEdit(actor, before);
    requireVersion(collection.name, expectedVersion, before, () => schemas.whole.parse(forDashboard(before)));
    return { before, source: null, text: null };
  }

  /** The words of a record after the change; undefined: unchanged. */
  async function prepareWords(
    before: Searched | null,
    coming: Searched,
    text: Text | null,
  ): Promise<Words | undefined> {
    return before && !text && sameWords(before, coming)
      ? undefined
      : index?.words({ ...coming, plainText: text?.columns.plainText });
  }

  /** The same for another status. */
  async function prepareStatus(
    id: number,
    actor: Actor,
    { status, expectedVersion }: { status: PostStatus; expectedVersion?: number | undefined },
  ): Promise<Prepared<F>> {
    const prepared = await prepareChange(id, actor, expectedVersion);
    return { ...prepared, words: await prepareWords(prepared.before, { ...prepared.before, status }, null) };
  }

  /** The same with the text of a save; texts that were not sent are the record's. */
  async function prepareText(id: number, given: Fields, actor: Actor, last?: Prepared<F>): Promise<Prepared<F>> {
    const { before } = await prepareChange(id, actor, given.expectedVersion);
    const own = sourceAfter({ ...before, ...workingTextOf(before) }, given);
    // A deliberate save without a text publishes the working text.
    const source = own ?? (before.inProgress && !given.autoSave ? sourceAfter(before, workingTextOf(before)) : null);
    const isSame = source !== null && last?.source != null && sameSource(source, last.source);
    const text = source && (isSame ? last.text : await textFrom(source, askerOf(actor)));
    return {
      before,
      source,
      text,
      words: given.autoSave ? undefined : await prepareWords(before, comingOf(given, before), text),
    };
  }

  const prepareNew = async (given: Fields, actor: Actor, last?: PreparedNew): Promise<PreparedNew> => {
    if (last) return last;
    const text = await textAfter(emptyText, { originalContent: "", ...given }, askerOf(actor));
    return {
      text,
      author: await authorColumnsOf(engine().reader, actor),
      words: await prepareWords(null, comingOf(given, blank()), text),
    };
  };

  return { prepareNew, prepareChange, prepareStatus, prepareText };
}
