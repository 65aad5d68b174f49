import { eq, sql } from "drizzle-orm";
import { posts } from "../../db/schema";
import { system } from "../core/access";
import { nothing } from "../core/fields";
import { mutation } from "../core/operation";
import { shared } from "../core/shared";
import { postCounts } from "./schema";

type Counts = { visits: number; likes: number };

/** Views and likes not yet written: a view must not cost a write to disk. A crash loses the last few seconds of them. */
const pending = shared("post-counts", () => new Map<number, Counts>());

/** Notes one view or like; it reaches the database with the next flush. */
export function countUp(postId: number, what: keyof Counts): void {
  const counts = pending.get(postId);
  if (counts) counts[what] += 1;
  else pending.set(postId, { visits: what === "visits" ? 1 : 0, likes: what === "likes" ? 1 : 0 });
}

const addCounts = mutation("addPostCounts", {
  can: "manage users",
  input: postCounts,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db }, { counts }) => {
    for (const { postId, visits, likes } of counts)
      await db
        .update(posts)
        .set({ visits: sql`${posts.visits} + ${visits}`, likes: sql`${posts.likes} + ${likes}` })
        .where(eq(posts.id, postId));
  },
});

/** Writes what was counted since the last time, in one transaction; on failure it is counted on. */
export async function flushCounts(): Promise<void> {
  if (pending.size === 0) return;
  const counts = [...pending].map(([postId, count]) => ({ postId, ...count }));
  pending.clear();
  try {
    await addCounts(system, { counts });
  } catch (error) {
    for (const { postId, visits, likes } of counts) {
      const now = pending.get(postId) ?? { visits: 0, likes: 0 };
      pending.set(postId, { visits: now.visits + visits, likes: now.likes + likes });
    }
    throw error;
  }
}
