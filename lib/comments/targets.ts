import { and, asc, eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../db";
import { comments, postCategories, posts } from "../../db/schema";
import { categoryTree } from "../categories/tree";
import type { Actor } from "../core/access";
import { AppError, notFound } from "../core/errors";
import { withPasswordCounted } from "../posts/guesses";
import { isLockedFor, locksOf, present, visibilityKey, visibleTo } from "../posts/visibility";
import type { TargetType } from "./schema";

/** Something that is commented on, as far as a comment is concerned. */
export type Target = {
  type: TargetType;
  id: number;
  title: string;
  /** Its path on this site. */
  url: string;
  disallowComment: boolean;
  createTime: Date;
  /** A password keeps this caller from it. */
  locked: boolean;
};

/** The column that says what a comment is on. */
export const columnOf = { POST: comments.postId } as const;

/** What becomes stale when other comments are to be seen below a text; its own answers carry their number. */
export const touchedBelow = (type: TargetType, id: number): string[] => [`comments:${type.toLowerCase()}:${id}`, `${type.toLowerCase()}:${id}`, `${type.toLowerCase()}s`];

async function findPost(db: Database, actor: Actor, id: number): Promise<Target | null> {
  const [row] = await prepared(db, `commented-post:${visibilityKey(actor)}`, (on) =>
    on
      .select({ id: posts.id, title: posts.title, slug: posts.slug, password: posts.password, authorId: posts.authorId, disallowComment: posts.disallowComment, createTime: posts.createTime })
      .from(posts)
      .where(and(eq(posts.id, sql.placeholder("id")), visibleTo(actor, present, "address"))),
  ).execute({ id, now: new Date() });
  if (!row) return null;
  const categories = await prepared(db, "commented-post-categories", (on) =>
    on
      .select({ id: postCategories.categoryId })
      .from(postCategories)
      .where(eq(postCategories.postId, sql.placeholder("id")))
      .orderBy(asc(postCategories.position)),
  ).execute({ id });
  const locks = locksOf({ id, password: row.password, categoryIds: categories.map((category) => category.id) }, await categoryTree(db));
  return { type: "POST", id, title: row.title, url: `/archives/${encodeURIComponent(row.slug)}`, disallowComment: row.disallowComment, createTime: row.createTime, locked: isLockedFor(actor, row, locks) };
}

const finders = { POST: findPost };

/** What is to be commented on, or whose comments are read: refused where this caller does not find or cannot read it. */
export async function readableTarget(db: Database, actor: Actor, type: TargetType, id: number): Promise<Target> {
  const target = await finders[type](db, actor, id);
  if (!target) throw notFound();
  const { locked } = await withPasswordCounted(actor, id, async () => target);
  if (locked) throw new AppError("locked", actor.contentPassword === null ? "This text is protected. Send its password in X-Content-Password." : "This is not the password.");
  return target;
}
