import { and, asc, desc, eq, gt, gte, lt, lte, or, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { posts, sheets, tags } from "../../../../db/schema";
import { categoryTree } from "../../taxonomy/categories/tree";
import { type Actor, visitor } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { addressPage, pageOf, publicAddress, slugRef } from "../../../core/fields";
import { query } from "../../../core/operation";
import { findOf } from "../find";
import { withPasswordCounted } from "../guesses";
import { patternsFor } from "../../../../db/keyword";
import { summaryOf, toldOfLocked, workingTextOf } from "../rows";
import { readOption } from "../../../services/settings/reading";
import { addressesOfPosts, during, type Filter, inCategory, pageOfPosts, titleLike, withTag } from "./listings";
import { post as collection } from "./collection";
import { postAddresses } from "./permalink";
import { type ItemRow, type RelatedPost, type WholeRow, withRelations } from "./rows";
import * as shape from "../schema";
import { selected } from "./selection";
import { isLockedFor, present, type Reach, visibilityKey } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";

type Shown<R extends ItemRow | WholeRow> = RelatedPost<R> & { locked: boolean };

/** An item of the dashboard's list. Its row is nobody else's and is filled in place: spreading so many columns is what such a list would feel. */
function forDashboardList<R extends ItemRow | WholeRow>(row: RelatedPost<R>): Shown<R> {
  const post = row as Shown<R>;
  post.locked = row.locks.length > 0;
  if ("content" in post) Object.assign(post, workingTextOf(post));
  return post;
}

/** A post as those who work on it see it: the working text where there is one. */
export const forDashboard = (post: RelatedPost<WholeRow>) =>
  Object.assign(post, workingTextOf(post), { locked: post.locks.length > 0 });

/** A post as this visitor may see it: of a locked one nothing but title, dates and address. */
export function forVisitor(post: RelatedPost<ItemRow | WholeRow>, actor: Actor) {
  if (!isLockedFor(actor, post, post.locks)) return Object.assign(post, summaryOf(post), { locked: false });
  const { url, author, categories, tags: withTags } = post;
  return { ...toldOfLocked(post), url, author, categories, tags: withTags };
}

/** Posts to work on: an author's own, an editor's all. */
export const listPosts = query("listPosts", {
  can: "write posts",
  input: shape.postFilters,
  output: pageOf(shape.postItem),
  reads: () => ["posts"],
  run: async ({ db, actor }, { page, size, sort, fields, ...selection }) => {
    const found = await pageOfPosts(db, actor, "dashboard", selected(selection), { page, size, sort, fields });
    return { total: found.total, items: found.items.map((post) => forDashboardList(post)) };
  },
});

/** Where the posts are that anyone may find, for the site map. */
export const listPostAddresses = query("listPostAddresses", {
  can: "read the site",
  input: addressPage,
  output: pageOf(publicAddress),
  reads: () => ["posts"],
  run: ({ db }, place) => addressesOfPosts(db, place),
});

/** Posts that anyone may find. The keyword looks at titles only: a match in a text would tell what a locked one says. */
export const listPublicPosts = query("listPublicPosts", {
  can: "read the site",
  input: shape.publicPostFilters,
  output: pageOf(shape.publicPostItem),
  reads: () => ["posts", "categories", "tags"],
  run: async ({ db, actor }, { category, tag, year, month, keyword, ...page }) => {
    const filters: Filter[] = [];
    if (category !== undefined) {
      const tree = await categoryTree(db);
      const ids = tree.subtree(tree.bySlug(category)?.id ?? 0).map((node) => node.id);
      if (ids.length === 0) throw notFound();
      filters.push({
        name: `category${ids.length}`,
        condition: inCategory(ids.length),
        values: Object.fromEntries(ids.map((id, i) => [`category${i}`, id])),
      });
    }
    if (tag !== undefined) {
      const [row] = await db.select({ id: tags.id }).from(tags).where(eq(tags.slug, tag));
      if (!row) throw notFound();
      filters.push({ name: "tag", condition: withTag, values: { tag: row.id } });
    }
    if (year !== undefined || month !== undefined) filters.push(during(year ?? new Date().getUTCFullYear(), month));
    if (keyword) filters.push({ name: "keyword", condition: titleLike, values: patternsFor(keyword) });
    const found = await pageOfPosts(db, visitor, "list", filters, page);
    // A password sent along is for one post that is asked for: here it would be tried at all of them, uncounted.
    const lister = { ...actor, contentPassword: null };
    return { total: found.total, items: found.items.map((post) => forVisitor(post, lister)) };
  },
});

const { findRow, movedTo } = findOf(collection);

/** One post with its texts, found by a condition and through what this actor may see; null where there is none. */
export async function findPost(db: Database, actor: Actor, reach: Reach, by: { postId: number } | { slug: string }) {
  const rows = await findRow(db, actor, reach, "slug" in by ? by : { id: by.postId });
  return (await withRelations(db, rows))[0] ?? null;
}

/** One post to work on. */
export const getPost = query("getPost", {
  can: "write posts",
  input: shape.postRef,
  output: shape.post,
  reads: ({ postId }) => [`post:${postId}`],
  run: async ({ db, actor }, { postId }) => {
    const found = await findPost(db, actor, "dashboard", { postId });
    if (!found) throw notFound();
    return forDashboard(found);
  },
});

const cacheKeysOf = (post: { id: number } | null | undefined) =>
  post ? [`post:${post.id}`, "comments:posts", "categories", "tags", "users"] : ["posts", "categories"];

/** One post for whoever knows its number. */
export const getPublicPost = query("getPublicPost", {
  can: "read the site",
  input: shape.postRef,
  output: shape.publicPost,
  reads: (_input, output) => cacheKeysOf(output),
  run: async ({ db, actor }, by) => {
    const found = await findPost(db, actor, "address", by);
    if (!found) throw notFound();
    return withPasswordCounted(actor, `post:${found.id}`, async () => forVisitor(found, actor));
  },
});

/** What stands at an address of the site: a post, or the place it has moved to. */
export const getPostAtAddress = query("getPostAtAddress", {
  can: "read the site",
  input: slugRef,
  output: shape.postAtAddress,
  reads: (_input, output) => cacheKeysOf(output?.post),
  run: async ({ db, actor }, by) => {
    const found = await findPost(db, actor, "address", by);
    if (found) return { post: forVisitor(found, actor), movedTo: null };
    const elsewhere = await movedTo(db, actor, by.slug);
    if (elsewhere === null) throw notFound();
    return { post: null, movedTo: elsewhere };
  },
});

/** The post whose address is at the top of the site, or has been; none where its owner keeps them elsewhere, or where a sheet stands. */
export const getPostAtTop = query("getPostAtTop", {
  can: "read the site",
  input: slugRef,
  output: shape.postAtAddress,
  reads: (_input, output) => [...cacheKeysOf(output?.post), "posts", "sheets", "site"],
  run: async ({ db, actor }, by) => {
    const nothing = { post: null, movedTo: null };
    if ((await readOption(db, "post_permalink")) !== "/{slug}") return nothing;
    if ((await db.$count(sheets, eq(sheets.slug, by.slug))) > 0) return nothing;
    const found = await findPost(db, actor, "address", by);
    return found
      ? { post: forVisitor(found, actor), movedTo: null }
      : { post: null, movedTo: await movedTo(db, actor, by.slug) };
  },
});

/** One post for whoever knows its slug. */
export const getPublicPostBySlug = query("getPublicPostBySlug", {
  can: "read the site",
  input: slugRef,
  output: shape.publicPost,
  reads: (_input, output) => cacheKeysOf(output),
  run: async ({ db, actor }, by) => {
    const found = await findPost(db, actor, "address", by);
    if (!found) throw notFound();
    return withPasswordCounted(actor, `post:${found.id}`, async () => forVisitor(found, actor));
  },
});

const pointInTime = sql.param(sql.placeholder("at"), posts.createTime);

/** The nearest published post on one side of another, by date. Both bounds of the time are in it, so that the index is read from there on. */
async function neighbour(
  db: Database,
  side: "previous" | "next",
  { at, id, now }: { at: Date; id: number; now: Date },
) {
  const [reach, beyond, order] = side === "previous" ? ([lte, lt, desc] as const) : ([gte, gt, asc] as const);
  const [row] = await prepared(
    db,
    `neighbour:${side}`,
    (on) =>
      on
        .select({ title: posts.title, slug: posts.slug, createTime: posts.createTime })
        .from(posts)
        .where(
          and(
            visibleTo(visitor, present, "list"),
            reach(posts.createTime, pointInTime),
            or(beyond(posts.createTime, pointInTime), beyond(posts.id, sql.placeholder("id"))),
          ),
        )
        .orderBy(order(posts.createTime), order(posts.id))
        .limit(1),
    // Of two upper bounds SQLite begins at the first, which is to be the nearer one.
  ).execute({ at, id, now: side === "previous" && at < now ? at : now });
  return row ? { title: row.title, url: (await postAddresses(db, [row]))(row) } : null;
}

/** The posts published before and after one, by date. */
export const getNeighbours = query("getNeighbours", {
  can: "read the site",
  input: shape.postRef,
  output: shape.neighbours,
  reads: () => ["posts"],
  run: async ({ db, actor, now }, { postId: id }) => {
    const [here] = await prepared(db, `time-of-post:${visibilityKey(actor)}`, (on) =>
      on
        .select({ at: posts.createTime })
        .from(posts)
        .where(and(eq(posts.id, sql.placeholder("id")), visibleTo(actor, present, "address"))),
    ).execute({ id, now });
    if (!here) throw notFound();
    const values = { at: here.at, id, now };
    return { previous: await neighbour(db, "previous", values), next: await neighbour(db, "next", values) };
  },
});
