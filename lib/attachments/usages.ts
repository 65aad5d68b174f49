import { and, eq, like, or } from "drizzle-orm";
import type { Database } from "../../db";
import { categories, photos, posts, tags, users } from "../../db/schema";
import { type Actor, can } from "../core/access";
import { query } from "../core/operation";
import { visibleTo as visiblePosts } from "../posts/visibility";
import { findAttachment } from "./queries";
import * as shape from "./schema";

/** A post's texts and what they are called in an answer. */
const postFields = { content: posts.content, originalContent: posts.originalContent, workingText: posts.workingOriginalContent, workingContent: posts.workingContent, summary: posts.summary, thumbnail: posts.thumbnail };

/** Everything that names this folder in an address, whoever may see it. The folder holds letters, digits and `/` only, so it is no pattern of its own. */
export async function usagesOf(db: Database, folder: string): Promise<shape.Usage[]> {
  const names = `%/uploads/${folder}/%`;
  const found: shape.Usage[] = [];
  for (const [field, column] of Object.entries(postFields))
    for (const { id, title } of await db.select({ id: posts.id, title: posts.title }).from(posts).where(like(column, names)).orderBy(posts.id))
      // One post names it in its source and in what was made of that: said once.
      if (!found.some((each) => each.id === id && (each.field === field || (field !== "thumbnail" && field !== "summary" && each.field === "text")))) found.push({ kind: "post", id, title, field: field === "thumbnail" || field === "summary" ? field : "text" });
  for (const row of await db.select().from(categories).where(like(categories.thumbnail, names))) found.push({ kind: "category", id: row.id, title: row.name, field: "thumbnail" });
  for (const row of await db.select().from(tags).where(like(tags.thumbnail, names))) found.push({ kind: "tag", id: row.id, title: row.name, field: "thumbnail" });
  for (const row of await db.select().from(photos).where(or(like(photos.url, names), like(photos.thumbnail, names)))) found.push({ kind: "photo", id: row.id, title: row.name, field: row.url.includes(folder) ? "url" : "thumbnail" });
  for (const row of await db.select({ id: users.id, nickname: users.nickname }).from(users).where(like(users.avatar, names))) found.push({ kind: "user", id: row.id, title: row.nickname, field: "avatar" });
  return found;
}

/** Those of some usages that this actor may know of: an author does not learn the titles of others' drafts. */
export async function knownUsages(db: Database, actor: Actor, now: Date, usages: readonly shape.Usage[]): Promise<shape.Usage[]> {
  if (can(actor, "edit every post")) return [...usages];
  const known: shape.Usage[] = [];
  for (const usage of usages) {
    if (usage.kind !== "post") known.push(usage);
    else if ((await db.select({ id: posts.id }).from(posts).where(and(eq(posts.id, usage.id), or(visiblePosts(actor, now, "dashboard"), visiblePosts(actor, now, "list"))))).length > 0) known.push(usage);
  }
  return known;
}

/** Where an attachment is used. */
export const listAttachmentUsages = query("listAttachmentUsages", {
  can: "upload files",
  input: shape.attachmentRef,
  output: shape.usages,
  reads: () => ["attachments", "posts"],
  run: async ({ db, actor, now }, { attachmentId }) => {
    const { folder } = await findAttachment(db, actor, attachmentId);
    return knownUsages(db, actor, now, await usagesOf(db, folder));
  },
});
