import { and, eq, inArray } from "drizzle-orm";
import { categories, postRedirects, posts, tags } from "../../db/schema";
import { authorizeEdit, system, visitor } from "../core/access";
import { notFound } from "../core/errors";
import { mutation, query } from "../core/operation";
import { sameSecret, sign } from "../core/secrets";
import { renderContent } from "../content/renderer";
import { findPost, forDashboard } from "./queries";
import * as drafts from "../drafts/schema";
import * as shape from "./schema";
import { textAfter } from "../drafts/texts";
import { visibleTo } from "./visibility";

/** How long a preview link works, in milliseconds: 7 days. */
export const PREVIEW_TIME = 7 * 24 * 60 * 60 * 1000;

const PURPOSE = "preview";

/** A text as its readers would see it, rendered by the renderer that will do it then. */
export const previewText = query("previewText", {
  can: "write posts",
  input: drafts.textToPreview,
  output: drafts.previewedText,
  reads: () => [],
  run: async (_context, source) => renderContent({ ...source, keepRaw: false }),
});

/** Makes a link by which anyone may read one post's working text for a week, signed and stored nowhere. */
export const createPreviewLink = mutation("createPreviewLink", {
  can: "write posts",
  input: shape.postRef,
  output: drafts.previewLink,
  touches: () => [],
  about: ({ postId }) => ({ subject: `post:${postId}`, summary: "made a preview link" }),
  run: async ({ db, actor, now }, { postId }) => {
    const post = await findPost(db, actor, "dashboard", { postId });
    if (!post || post.status === "RECYCLE") throw notFound();
    authorizeEdit(actor, post);
    const expireTime = new Date(now.getTime() + PREVIEW_TIME);
    const what = `${postId}.${expireTime.getTime()}`;
    return { url: `/preview/${what}.${sign(PURPOSE, what)}`, expireTime };
  },
});

/** What a preview link shows; the signature is the permission, so it is checked before anything is read. */
export const getPreviewedPost = query("getPreviewedPost", {
  can: "read the site",
  input: drafts.previewToken,
  output: drafts.previewedPost,
  reads: () => [],
  run: async ({ db, now }, { token }) => {
    const [, postId = "", expires = "", mark = ""] = /^(\d{1,10})\.(\d{1,16})\.([\w-]{43})$/.exec(token) ?? [];
    if (!sameSecret(sign(PURPOSE, `${postId}.${expires}`), mark) || Number(expires) <= now.getTime()) throw notFound();
    const found = await findPost(db, system, "dashboard", { postId: Number(postId) });
    if (!found || found.status === "RECYCLE") throw notFound();
    const post = forDashboard(found);
    // The contents of a working text are nowhere kept, only those of the published one.
    const toc = found.inProgress ? ((await textAfter(post, { originalContent: post.originalContent }))?.toc ?? []) : found.toc;
    return { ...post, toc, expireTime: new Date(Number(expires)) };
  },
});

/** A part of a path as it is stored; one that cannot be decoded leads nowhere anyway. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Which of these paths lead to posts, categories or tags that a reader would not find. */
export const listMissingPaths = query("listMissingPaths", {
  can: "write posts",
  input: drafts.linkedPaths,
  output: drafts.missingPaths,
  reads: () => [],
  run: async ({ db, now }, { paths }) => {
    const linked = paths.flatMap((path) => {
      const [, kind, slug] = /^\/(archives|categories|tags)\/([^/?#]+)\/?(?:[?#].*)?$/.exec(path) ?? [];
      return kind && slug ? [{ path, kind, slug: decoded(slug) }] : [];
    });
    const wanted = (kind: string) => linked.filter((each) => each.kind === kind).map((each) => each.slug);
    const seen = visibleTo(visitor, now, "address");
    const [direct, moved, inCategories, withTags] = await Promise.all([
      db.select({ slug: posts.slug }).from(posts).where(and(inArray(posts.slug, wanted("archives")), seen)),
      db.select({ slug: postRedirects.slug }).from(postRedirects).innerJoin(posts, eq(posts.id, postRedirects.postId)).where(and(inArray(postRedirects.slug, wanted("archives")), seen)),
      db.select({ slug: categories.slug }).from(categories).where(inArray(categories.slug, wanted("categories"))),
      db.select({ slug: tags.slug }).from(tags).where(inArray(tags.slug, wanted("tags"))),
    ]);
    const there = { archives: new Set([...direct, ...moved].map((row) => row.slug)), categories: new Set(inCategories.map((row) => row.slug)), tags: new Set(withTags.map((row) => row.slug)) };
    return { missing: linked.filter(({ kind, slug }) => !there[kind as keyof typeof there].has(slug)).map(({ path }) => path) };
  },
});
