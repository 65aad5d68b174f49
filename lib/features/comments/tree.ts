import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { rowByRow } from "../../../db/expressions";
import { comments } from "../../../db/schema";
import { firstReplies } from "./first-replies";
import { selectComments, shown } from "./rows";
import { type CommentNode, MAX_LEVELS, type TargetType } from "./schema";
import { visibleBelow } from "./visibility";

/**
 * The most replies on one page of conversations, and the most bytes of them: a short comment may hold an address that is
 * sixteen times as long as HTML, or stand beside a name and a picture with long ones, and a thousand of those took most
 * of a second to write. The most bytes that these take on the page, and the most tags: seven hundred comments of lists
 * alone were 140,000 elements, over which browsers took 5 to 7 s.
 */
const [MOST_REPLIES, MOST_BYTES, MOST_WRITTEN, MOST_TAGS] = [1000, 1024 * 1024, 1.5 * 1024 * 1024, 50_000];

/** The length of a text in an attribute, where signs of HTML take up to six characters. */
const writtenLength = (text: string): number => text.length + 5 * (text.match(/["&'<>]/g)?.length ?? 0);

/** What a reply takes on its page, roughly: its author's name stands there several times, between tags of ours. */
const written = ({ html, author, authorUrl }: { html: string; author: string; authorUrl: string | null }): number =>
  700 + html.length + 3 * writtenLength(author) + writtenLength(authorUrl ?? "");

/** The first replies in these conversations, as far as one page holds them. */
async function repliesIn(db: Database, type: TargetType, id: number, rootIds: readonly number[]) {
  const ids = await firstReplies({ db, type, id }, rootIds, { most: MOST_REPLIES, bytes: MOST_BYTES });
  if (ids.length === 0) return [];
  const rows = await selectComments(db)
    .where(and(inArray(comments.id, ids), rowByRow(visibleBelow(type, id))))
    .orderBy(asc(comments.createTime), asc(comments.id));
  // Counted here, in a page's bytes: the database would read the HTML of all replies, however many more there are.
  // In HTML of ours the sign begins a tag wherever it stands.
  let [tags, bytes] = [MOST_TAGS, MOST_WRITTEN];
  const end = rows.findIndex((row) => {
    tags -= row.html.split("<").length - 1;
    bytes -= written(row);
    return tags < 0 || bytes < 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** One page of conversations on a text, oldest first by default; replies always oldest first. */
export async function conversationsBelow(
  db: Database,
  type: TargetType,
  id: number,
  { page, size, newestFirst }: { page: number; size: number; newestFirst: boolean },
) {
  const beginning = and(visibleBelow(type, sql.placeholder("id")), isNull(comments.parentId));
  const [counted] = await prepared(db, `conversations:${type}`, (on) =>
    on.select({ total: count() }).from(comments).where(beginning),
  ).execute({ id });
  const total = counted?.total ?? 0;
  if (total === 0) return { items: [], total };
  const order = newestFirst ? desc : asc;
  const byTime = [order(comments.createTime), order(comments.id)];
  const roots = await prepared(db, `conversations:${type}:${newestFirst}`, (on) => {
    // By an index, which has their order: those of all pages before would be read whole to be left out. Its column that is
    // null in all of them belongs to the order, or PostgreSQL looks through the comments on all texts in theirs.
    const numbers = on
      .select({ id: comments.id })
      .from(comments)
      .where(beginning)
      .orderBy(order(comments.parentId), ...byTime)
      .limit(sql.placeholder("size"))
      .offset(sql.placeholder("offset"));
    return selectComments(on)
      .where(inArray(comments.id, numbers))
      .orderBy(...byTime);
  }).execute({ id, size, offset: (page - 1) * size });
  const replies = await repliesIn(
    db,
    type,
    id,
    roots.map((row) => row.id),
  );
  return { items: treeOf([...roots, ...replies].map(shown)), total };
}

/** The page of conversations on which a comment stands; null where readers do not see it. */
export async function pageWith(
  db: Database,
  type: TargetType,
  id: number,
  commentId: number,
  { size, newestFirst }: { size: number; newestFirst: boolean },
): Promise<number | null> {
  const seen = visibleBelow(type, id);
  const find = async (which: number) =>
    (
      await db
        .select({ id: comments.id, rootId: comments.rootId, createTime: comments.createTime })
        .from(comments)
        .where(and(seen, eq(comments.id, which)))
    )[0];
  const found = await find(commentId);
  const root = found?.rootId ? await find(found.rootId) : found;
  if (!root) return null;
  const [beyond, time] = newestFirst ? ([gt, gt] as const) : ([lt, lt] as const);
  const earlier = or(
    time(comments.createTime, root.createTime),
    and(eq(comments.createTime, root.createTime), beyond(comments.id, root.id)),
  );
  const before = await db.$count(comments, and(seen, isNull(comments.parentId), earlier));
  return Math.floor(before / size) + 1;
}

/** The same comments as trees. Comments below the last level are put on it, under the same ancestor. */
function treeOf(rows: readonly Omit<CommentNode, "children">[]): CommentNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as CommentNode[] }]));
  const placeOf = new Map<number, { under: CommentNode | null; level: number }>();
  const tree: CommentNode[] = [];
  // A reply is newer than its parent, except where comments were moved.
  const place = (node: CommentNode): { under: CommentNode | null; level: number } => {
    const path: CommentNode[] = [];
    for (
      let next: CommentNode | undefined = node;
      next && !placeOf.has(next.id);
      next = next.parentId === null ? undefined : nodes.get(next.parentId)
    )
      path.unshift(next);
    for (const each of path) {
      const parent = each.parentId === null ? undefined : nodes.get(each.parentId);
      const above = parent && placeOf.get(parent.id);
      const found =
        !parent || !above
          ? { under: null, level: 1 }
          : above.level < MAX_LEVELS
            ? { under: parent, level: above.level + 1 }
            : { under: above.under, level: MAX_LEVELS };
      placeOf.set(each.id, found);
    }
    return placeOf.get(node.id) ?? { under: null, level: 1 };
  };
  for (const node of nodes.values()) (place(node).under?.children ?? tree).push(node);
  return tree;
}

/** A comment that may be replied to. */
export async function visibleComment(db: Database, type: TargetType, id: number, commentId: number) {
  const [row] = await db
    .select({ id: comments.id, author: comments.author })
    .from(comments)
    .where(and(visibleBelow(type, id), eq(comments.id, commentId)));
  return row ?? null;
}
