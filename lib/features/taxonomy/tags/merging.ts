import { eq, inArray } from "drizzle-orm";
import { postTags, tags } from "../../../../db/schema";
import { someAtOnce } from "../../../core/at-once";
import { invalid, notFound } from "../../../core/errors";
import { mutation } from "../../../core/operation";
import { slices } from "../../../core/parts";
import { findTag } from "./queries";
import { tagRemoval } from "./removal";
import * as shape from "./schema";

/** Rows per statement. */
const ROWS = 500;

/** Replaces some tags by another on all their posts, and deletes them. */
export const mergeTags = mutation("mergeTags", {
  can: "manage taxonomy",
  input: shape.tagMerge,
  output: shape.tag,
  example: { tagId: 1, items: [2, 3] },
  touches: () => ["tags"],
  about: ({ items }, tag) => ({ subject: `tag:${tag.id}`, summary: `${tag.name}, merged from ${items.join(", ")}` }),
  run: async (context, { tagId, items }) => {
    const { db, now } = context;
    if (items.includes(tagId)) throw invalid("items", "wrong_value", "A tag cannot be merged into itself.");
    const there = await db
      .select({ id: tags.id })
      .from(tags)
      .where(inArray(tags.id, [tagId, ...items]));
    if (there.length !== items.length + 1) throw notFound();
    const rows = await db.select().from(postTags).where(inArray(postTags.tagId, items));
    // A post that had several of them, or the remaining one, keeps it once.
    const kept = rows.map(({ postId, position }) => ({ postId, tagId, position }));
    await someAtOnce(slices(kept, ROWS), (some) => db.insert(postTags).values(some).onConflictDoNothing());
    await tagRemoval.remove(context, items);
    await db.update(tags).set({ updateTime: now }).where(eq(tags.id, tagId));
    return findTag(db, now, { id: tagId });
  },
});
