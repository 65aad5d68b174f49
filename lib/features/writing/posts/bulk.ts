import { setImmediate } from "node:timers/promises";
import { and, asc, inArray } from "drizzle-orm";
import type { Database } from "../../../../db";
import { posts, postTags } from "../../../../db/schema";
import { type Actor, authorizeEdit } from "../../../core/access";
import { AppError, invalid, notFound } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { type Context, engine, mutation } from "../../../core/operation";
import type { Words } from "../../../text/search";
import { changingOf } from "../changing";
import { post } from "./collection";
import { putRelations } from "./relations";
import { replan } from "../planning";
import { statusColumns } from "../saves";
import { staleAfter } from "../stale";
import * as shape from "../schema";
import { indexPost, unindexPost, wordsOf } from "./search-index";
import { visibleTo } from "../../visibility/posts";

// Operations on many posts: all records are checked before the first is changed, and all change or none.

const { change, removeForGood } = changingOf(post);

const { whole: touched } = staleAfter(post);
const about = (ids: readonly number[], summary: string) => ({
  subject: "posts",
  summary: `${summary}: ${ids.length} (${ids.slice(0, 20).join(", ")}${ids.length > 20 ? ", …" : ""})`,
});

/** Posts whose words are extracted before other work gets a turn. */
const AT_ONCE = 20;

const chosen = {
  id: posts.id,
  title: posts.title,
  createTime: posts.createTime,
  authorId: posts.authorId,
  status: posts.status,
  password: posts.password,
  publishedTime: posts.publishedTime,
  recycledTime: posts.recycledTime,
  version: posts.version,
};
type Chosen = Pick<typeof posts.$inferSelect, keyof typeof chosen>;

/** Posts in the given order; this actor must be allowed to change each. */
async function forChange(db: Database, actor: Actor, ids: readonly number[], now: Date): Promise<Chosen[]> {
  const rows = await db
    .select(chosen)
    .from(posts)
    .where(and(inArray(posts.id, [...ids]), visibleTo(actor, now, "dashboard")));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound();
    authorizeEdit(actor, row);
    return row;
  });
}

type StatusItem = { postId: number; status: shape.PostStatus };
type StatusChange = { row: Chosen; status: shape.PostStatus; words: Words };

/** Every post as it is now, with its words for the search. */
async function prepareStatuses(actor: Actor, items: readonly StatusItem[]): Promise<StatusChange[]> {
  const rows = await forChange(
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
  input: shape.postsStatusChange,
  output: shape.statusesBefore,
  example: { status: "PUBLISHED", items: [1, 2] },
  touches: ({ items }) => touched(items),
  about: ({ items, status }) => about(items, status),
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
  input: shape.postStatusesChange,
  output: shape.statusesBefore,
  example: {
    items: [
      { postId: 1, status: "PUBLISHED" },
      { postId: 2, status: "DRAFT" },
    ],
  },
  touches: ({ items }) => touched(items.map((item) => item.postId)),
  about: ({ items }) =>
    about(
      items.map((item) => item.postId),
      "status of each",
    ),
  prepare: ({ items }, actor) => prepareStatuses(actor, items),
  run: (context, _input, changes) => setStatuses(context, changes),
});

/** The tags of each of these posts, in order. */
async function tagsOf(db: Database, ids: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .select({ postId: postTags.postId, tagId: postTags.tagId })
    .from(postTags)
    .where(inArray(postTags.postId, [...ids]))
    .orderBy(asc(postTags.position));
  const lists = new Map(ids.map((id) => [id, [] as number[]]));
  for (const row of rows) lists.get(row.postId)?.push(row.tagId);
  return lists;
}

async function setTags(
  db: Database,
  actor: Actor,
  items: readonly { postId: number; tagsAfter: (before: readonly number[]) => readonly number[] }[],
  now: Date,
) {
  const ids = items.map((item) => item.postId);
  const rows = await forChange(db, actor, ids, now);
  const lists = await tagsOf(db, ids);
  for (const [i, row] of rows.entries()) {
    const before = lists.get(row.id) ?? [];
    const after = items[i]?.tagsAfter(before) ?? before;
    if (after.join() === before.join()) continue;
    await change(db, row, {}, now);
    await putRelations(db, row.id, { tagIds: after }, false);
  }
  return { before: ids.map((postId) => ({ postId, tagIds: lists.get(postId) ?? [] })) };
}

/** Adds tags to several posts and removes others; returns the tags before. */
export const tagPosts = mutation("tagPosts", {
  can: "write posts",
  input: shape.postsTagging,
  output: shape.tagsBefore,
  touches: ({ items }) => touched(items),
  about: ({ items }) => about(items, "tags"),
  run: ({ db, actor, now }, { items, add = [], remove = [] }) => {
    const both = add.find((tagId) => remove.includes(tagId));
    if (both !== undefined)
      throw invalid("remove", "wrong_value", `Tag ${both} cannot be added and taken away at once.`);
    const tagsAfter = (before: readonly number[]) =>
      [...new Set([...before, ...add])].filter((tagId) => !remove.includes(tagId));
    return setTags(
      db,
      actor,
      items.map((postId) => ({ postId, tagsAfter })),
      now,
    );
  },
});

/** Sets the tags of each post, such as those that `tagPosts` returned. */
export const setPostsTags = mutation("setPostsTags", {
  can: "write posts",
  input: shape.postsTags,
  output: shape.tagsBefore,
  example: { items: [{ postId: 1, tagIds: [1, 2] }] },
  touches: ({ items }) => touched(items.map((item) => item.postId)),
  about: ({ items }) =>
    about(
      items.map((item) => item.postId),
      "tags of each",
    ),
  run: ({ db, actor, now }, { items }) =>
    setTags(
      db,
      actor,
      items.map(({ postId, tagIds }) => ({ postId, tagsAfter: () => tagIds })),
      now,
    ),
});

/** Deletes several posts for good; all of them must be in the recycle bin. */
export const deletePosts = mutation("deletePosts", {
  can: "write posts",
  input: shape.postsRemoval,
  output: nothing,
  // Nobody finds what is in the recycle bin.
  touches: () => [],
  about: ({ items }) => about(items, "deleted for good"),
  run: async ({ db, actor, now }, { items }) => {
    const rows = await forChange(db, actor, items, now);
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
