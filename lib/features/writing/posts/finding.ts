import { and, desc, type SQL } from "drizzle-orm";
import { aside, prepared } from "../../../../db";
import { posts } from "../../../../db/schema";
import type { Context } from "../../../core/operation";
import { titleRank } from "../../../text/ranking";
import { present, visibilityKey } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";
import { statesOf } from "../states";
import { anyText, keywordValues, titleLike } from "./listings";

/** Matching titles that are ranked: the latest ones. */
const MOST_TITLES = 200;
/** Posts in the palette. */
const MOST_FOUND = 8;

const { all: outsideOfBin } = statesOf(posts, present);

/** A few posts for what is being typed: matching titles first, then matching texts; the latest of equal ones. */
export async function findPosts(
  { db, actor, now }: Context,
  keyword: string,
): Promise<{ id: number; title: string }[]> {
  const key = visibilityKey(actor);
  const visible = and(visibleTo(actor, present, "dashboard"), outsideOfBin);
  const values = { now, ...keywordValues(keyword) };
  const latest = (name: string, condition: SQL | undefined, most: number, reader = db) =>
    prepared(reader, `find-posts:${name}:${key}`, (on) =>
      on
        .select({ id: posts.id, title: posts.title })
        .from(posts)
        .where(and(visible, condition))
        .orderBy(desc(posts.updateTime), desc(posts.id))
        .limit(most),
    ).execute(values);
  const byTitle = await latest("title", titleLike, MOST_TITLES);
  const best = byTitle
    .map((post) => ({ post, rank: titleRank(post.title, keyword) ?? 9 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ post }) => post);
  if (best.length >= MOST_FOUND) return best.slice(0, MOST_FOUND);
  // Looks through all drafts, which may have a gigabyte.
  const others = await latest("anywhere", anyText, MOST_FOUND + best.length, aside(db, "dashboard"));
  return [...best, ...others.filter(({ id }) => !best.some((post) => post.id === id))].slice(0, MOST_FOUND);
}
