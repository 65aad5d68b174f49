import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import type { Actor } from "../../core/access";
import { someAtOnce } from "../../core/at-once";
import { AppError } from "../../core/errors";
import { nothing } from "../../core/fields";
import { type Context, engine, mutation } from "../../core/operation";
import { requireUnchanged } from "../../core/way-back";
import type { Words } from "../../text/search";
import { changingOf } from "./changing";
import { aboutSeveral } from "./collection";
import { type Description, type FoundRecord, idOf, type RecordNumber, type Schemas } from "./description";
import { countOf, MOST_AT_ONCE } from "./indexed-words";
import { replan } from "./planning";
import { statusColumns } from "./saves";
import type { PostStatus } from "./schema";
import { type Chosen, severalOf } from "./several";
import { staleAfter } from "./stale";

/** Records whose words are extracted before other work gets a turn. */
const AT_ONCE = 20;

/** `isLater`: a job puts its words into the index, which are too many with those of the others. */
type StatusChange = { row: Chosen; status: PostStatus; words: Words | undefined; isLater: boolean };

type Status = { status: PostStatus };
type Statuses<N> = { before: (N & Status & { from: Status })[] };
type Several = { items: number[] };
type StatusOfSeveral = Several & Status;
type Wanted = { status: PostStatus; from?: Status | undefined };
type StatusOfEach<N> = { items: (N & Wanted)[] };

/** The schemas of changes of several records. */
type BulkSchemas<N> = {
  statusChange: z.ZodType<StatusOfSeveral, StatusOfSeveral>;
  statusesChange: z.ZodType<StatusOfEach<N>, StatusOfEach<N>>;
  removal: z.ZodType<Several, Several>;
  /** Their state before, for Undo. */
  before: z.ZodType<Statuses<N>, Statuses<N>>;
};

/** The operations on many records: all are checked before the first is changed, and all change or none. */
export function bulkOf<N extends RecordNumber, F extends FoundRecord, S extends Schemas<N>>(
  description: Description<N, F, S>,
  schemas: BulkSchemas<N>,
) {
  const { collection, numbered, index } = description;
  const { name, noun, can } = collection;
  const { mark, removeForGood } = changingOf(collection);
  const { whole: touched } = staleAfter(collection);
  const rowsForChange = severalOf(collection);

  /** Every record as it is now, with its words for the search. */
  async function prepareStatuses(
    actor: Actor,
    items: readonly { id: number; status: PostStatus }[],
  ): Promise<StatusChange[]> {
    const ids = items.map((item) => item.id);
    const rows = await rowsForChange(engine().reader, actor, ids, new Date());
    const changes: StatusChange[] = [];
    let count = 0;
    for (const [i, row] of rows.entries()) {
      const status = items[i]?.status ?? row.status;
      const isLater = count >= MOST_AT_ONCE && status === "PUBLISHED" && status !== row.status;
      const words =
        isLater || status === row.status ? null : await index?.words({ ...row, status, plainText: undefined });
      count += countOf(words);
      changes.push({ row, status, words, isLater });
      if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
    }
    return changes;
  }

  async function setStatuses({ db, now }: Context, changes: readonly StatusChange[]) {
    const real = changes.filter(({ row, status }) => status !== row.status);
    await someAtOnce(real, async ({ row, status, words, isLater }) => {
      await mark(db, row, statusColumns(status, row, now), now);
      if (words !== undefined && !isLater) await index?.put(db, row, words);
      await replan(db, name, row, { ...row, status }, now);
    });
    const later = changes.flatMap(({ row, isLater }) => (isLater ? [row.id] : []));
    if (later.length > 0) await index?.later(db, later, now);
    return {
      before: changes.map(({ row, status }) => ({ ...numbered(row.id), status: row.status, from: { status } })),
    };
  }

  return {
    /** Publishes, hides, recycles or restores several; returns their state before. */
    setStatus: mutation(`set${noun}sStatus`, {
      can,
      input: schemas.statusChange,
      output: schemas.before,
      example: { status: "PUBLISHED", items: [1, 2] },
      whenFull: true,
      touches: ({ items }) => touched(items),
      about: ({ items, status }) => aboutSeveral(collection, items, status),
      prepare: ({ items, status }, actor) =>
        prepareStatuses(
          actor,
          items.map((id) => ({ id, status })),
        ),
      run: (context, _input, changes) => setStatuses(context, changes),
    }),

    /** Sets the status of each, such as those that the change of several returned. */
    setStatuses: mutation(`set${noun}Statuses`, {
      can,
      input: schemas.statusesChange,
      output: schemas.before,
      example: {
        items: [
          { ...numbered(1), status: "PUBLISHED" as const },
          { ...numbered(2), status: "DRAFT" as const },
        ],
      },
      touches: ({ items }) => touched(items.map(idOf)),
      about: ({ items }) => aboutSeveral(collection, items.map(idOf), "status of each"),
      prepare: ({ items }, actor) =>
        prepareStatuses(
          actor,
          items.map((item) => ({ id: idOf(item), status: item.status })),
        ),
      run: (context, { items }, changes) => {
        for (const [i, { row }] of changes.entries()) requireUnchanged(items[i] ?? {}, { status: row.status });
        return setStatuses(context, changes);
      },
    }),

    /** Deletes several for good; all of them must be in the recycle bin. */
    remove: mutation(`delete${noun}s`, {
      can,
      input: schemas.removal,
      output: nothing,
      // Nobody finds what is in the recycle bin; but a sheet there keeps its address from posts.
      whenFull: true,
      touches: () => (name === "sheet" ? ["sheet-places"] : []),
      about: ({ items }) => aboutSeveral(collection, items, "deleted for good"),
      run: async ({ db, actor, now }, { items }) => {
        const rows = await rowsForChange(db, actor, items, now);
        if (rows.some((row) => row.status !== "RECYCLE"))
          throw new AppError("conflict", `Only ${name}s in the recycle bin can be deleted for good.`, {
            reason: "not_in_bin",
          });
        await someAtOnce(rows, async (row) => {
          await removeForGood(db, row);
          await index?.remove(db, row.id);
        });
      },
    }),
  };
}
