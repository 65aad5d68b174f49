import { and, asc, eq } from "drizzle-orm";
import { importedFiles, posts, users } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { query } from "../../core/operation";
import { named } from "../accounts/users/queries";
import * as shape from "./schema";

/** What is known of a file before its import, and which post has its address. */
export const getImportState = query("getImportState", {
  can: "edit every post",
  input: shape.importLookup,
  output: shape.importState,
  run: async ({ db }, { source, slug }) => {
    const [known] = await db
      .select({
        postId: importedFiles.postId,
        hash: importedFiles.hash,
        status: posts.status,
        publishedTime: posts.publishedTime,
      })
      .from(importedFiles)
      .innerJoin(posts, eq(posts.id, importedFiles.postId))
      .where(eq(importedFiles.source, source));
    const [atAddress] =
      slug === null
        ? []
        : await db
            .select({ postId: posts.id, title: posts.title, originalContent: posts.originalContent })
            .from(posts)
            .where(eq(posts.slug, slug));
    return { known: known ? { ...known, wasLive: known.publishedTime !== null } : null, atAddress: atAddress ?? null };
  },
});

/** The author of imported posts: the named account, or the first ADMIN. */
export const getImportAuthor = query("getImportAuthor", {
  can: "manage users",
  input: shape.importAuthorName,
  output: shape.importAuthor,
  run: async ({ db }, { username }) => {
    const which = username === undefined ? and(eq(users.role, "ADMIN"), eq(users.suspended, false)) : named(username);
    const [row] = await db
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(which)
      .orderBy(asc(users.id))
      .limit(1);
    if (row) return row;
    if (username !== undefined)
      throw new AppError("not_found", `There is no account "${username}" that the posts could belong to.`);
    throw new AppError(
      "conflict",
      "There is no account yet that the posts could belong to. Make one with `npm run cms -- user create`, or open /setup.",
      { reason: "no_account" },
    );
  },
});
