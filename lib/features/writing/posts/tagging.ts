import { asc, inArray } from "drizzle-orm";
import type { Database } from "../../../../db";
import { postTags } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { invalid } from "../../../core/errors";
import { mutation } from "../../../core/operation";
import { requireUnchanged } from "../../../core/way-back";
import { changingOf } from "../changing";
import { aboutSeveral } from "../collection";
import { staleAfter } from "../stale";
import { post } from "./collection";
import { putRelations } from "./relations";
import * as shape from "./schema";
import { severalOf } from "../several";

const { change } = changingOf(post);
const postsForChange = severalOf(post);
const { whole: touched } = staleAfter(post);

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
  items: readonly {
    postId: number;
    tagsAfter: (before: readonly number[]) => readonly number[];
    from?: { tagIds: number[] } | undefined;
  }[],
  now: Date,
) {
  const ids = items.map((item) => item.postId);
  const rows = await postsForChange(db, actor, ids, now);
  const lists = await tagsOf(db, ids);
  const answer = [];
  for (const [i, row] of rows.entries()) {
    const before = lists.get(row.id) ?? [];
    const after = [...(items[i]?.tagsAfter(before) ?? before)];
    requireUnchanged({ tagIds: after, from: items[i]?.from }, { tagIds: before });
    answer.push({ postId: row.id, tagIds: before, from: { tagIds: after } });
    if (after.join() === before.join()) continue;
    await change(db, row, {}, now);
    await putRelations(db, row.id, { tagIds: after }, false);
  }
  return { before: answer };
}

/** Adds tags to several posts and removes others; returns the tags before. */
export const tagPosts = mutation("tagPosts", {
  can: "write posts",
  input: shape.postsTagging,
  output: shape.tagsBefore,
  touches: ({ items }) => touched(items),
  about: ({ items }) => aboutSeveral(post, items, "tags"),
  run: ({ db, actor, now }, { items, add = [], remove = [] }) => {
    const both = add.find((tagId) => remove.includes(tagId));
    if (both !== undefined) throw invalid("remove", "wrong_value", `Tag ${both} cannot be added and removed at once.`);
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
    aboutSeveral(
      post,
      items.map((item) => item.postId),
      "tags of each",
    ),
  run: ({ db, actor, now }, { items }) =>
    setTags(
      db,
      actor,
      items.map(({ postId, tagIds, from }) => ({ postId, tagsAfter: () => tagIds, from })),
      now,
    ),
});
