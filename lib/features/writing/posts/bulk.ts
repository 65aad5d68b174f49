import { setImmediate } from "node:timers/promises";
import type { Actor } from "../../../core/access";
import { AppError } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { type Context, engine, mutation } from "../../../core/operation";
import type { Words } from "../../../text/search";
import { changingOf } from "../changing";
import { aboutSeveral } from "../collection";
import { post } from "./collection";
import { replan } from "../planning";
import { statusColumns } from "../saves";
import { staleAfter } from "../stale";
import * as shape from "../schema";
import * as lists from "./schema";
import { indexPost, unindexPost, wordsOf } from "./search-index";
import { type Chosen, postsForChange } from "./several";

// Operations on many posts: all records are checked before the first is changed, and all change or none.

const { change, removeForGood } = changingOf(post);

const { whole: touched } = staleAfter(post);

/** Posts whose words are extracted before other work gets a turn. */
const AT_ONCE = 20;

type StatusItem = { postId: number; status: shape.PostStatus };
type StatusChange = { row: Chosen; status: shape.PostStatus; words: Words };

/** Every post as it is now, with its words for the search. */
async function prepareStatuses(actor: Actor, items: readonly StatusItem[]): Promise<StatusChange[]> {
  const rows = await postsForChange(
    engine().reader,
    actor,
    items.map((item) => item.postId),
    new Date(),
  );
  const changes = [];
  for (const [i, row] of rows.entries()) {
    const status = items[i]?.status ?? row.status;
    changes.push({ row, status, words: status === row.status ? null : await wordsOf({ ...row, status }) });
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  return changes;
}

async function setStatuses({ db, now }: Context, changes: readonly StatusChange[]) {
  for (const { row, status, words } of changes) {
    if (status === row.status) continue;
    await change(db, row, statusColumns(status, row, now), now);
    await indexPost(db, row, words);
    await replan(db, "post", row, { ...row, status }, now);
  }
  return { before: changes.map(({ row }) => ({ postId: row.id, status: row.status })) };
}

/** Publishes, hides, recycles or restores several posts; returns their state before. */
export const setPostsStatus = mutation("setPostsStatus", {
  can: "write posts",
  input: lists.postsStatusChange,
  output: lists.statusesBefore,
  example: { status: "PUBLISHED", items: [1, 2] },
  touches: ({ items }) => touched(items),
  about: ({ items, status }) => aboutSeveral(post, items, status),
  prepare: ({ items, status }, actor) =>
    prepareStatuses(
      actor,
      items.map((postId) => ({ postId, status })),
    ),
  run: (context, _input, changes) => setStatuses(context, changes),
});

/** Sets the status of each post, such as those that `setPostsStatus` returned. */
export const setPostStatuses = mutation("setPostStatuses", {
  can: "write posts",
  input: lists.postStatusesChange,
  output: lists.statusesBefore,
  example: {
    items: [
      { postId: 1, status: "PUBLISHED" },
      { postId: 2, status: "DRAFT" },
    ],
  },
  touches: ({ items }) => touched(items.map((item) => item.postId)),
  about: ({ items }) =>
    aboutSeveral(
      post,
      items.map((item) => item.postId),
      "status of each",
    ),
  prepare: ({ items }, actor) => prepareStatuses(actor, items),
  run: (context, _input, changes) => setStatuses(context, changes),
});

/** Deletes several posts for good; all of them must be in the recycle bin. */
export const deletePosts = mutation("deletePosts", {
  can: "write posts",
  input: lists.postsRemoval,
  output: nothing,
  // Nobody finds what is in the recycle bin.
  touches: () => [],
  about: ({ items }) => aboutSeveral(post, items, "deleted for good"),
  run: async ({ db, actor, now }, { items }) => {
    const rows = await postsForChange(db, actor, items, now);
    if (rows.some((row) => row.status !== "RECYCLE"))
      throw new AppError("conflict", "Only posts in the recycle bin can be deleted for good.", {
        reason: "not_in_bin",
      });
    for (const row of rows) {
      await removeForGood(db, row);
      await unindexPost(db, row.id);
    }
  },
});
