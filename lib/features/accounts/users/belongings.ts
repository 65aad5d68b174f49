import { and, count, eq, type SQL } from "drizzle-orm";
import type { Database } from "../../../../db";
import { attachments, comments, journals, posts, sheets, tokens } from "../../../../db/schema";
import { port } from "../../../core/port";
import type { UserRemoval } from "../schema";

type Owned = typeof posts | typeof journals | typeof attachments | typeof comments | typeof tokens;

/** The number of everything that an account owns. */
export async function countBelongings(db: Database, userId: number): Promise<Omit<UserRemoval, "heirs">> {
  const howMany = async (table: Owned, where: SQL | undefined) =>
    (await db.select({ total: count() }).from(table).where(where))[0]?.total ?? 0;
  return {
    posts: await howMany(posts, eq(posts.authorId, userId)),
    sheets: await howMany(sheets, eq(sheets.authorId, userId)),
    journals: await howMany(journals, eq(journals.authorId, userId)),
    files: await howMany(attachments, eq(attachments.uploaderId, userId)),
    comments: await howMany(comments, eq(comments.userId, userId)),
    tokens: await howMany(tokens, and(eq(tokens.userId, userId), eq(tokens.kind, "PERSONAL"))),
  };
}

/** Makes one account the owner of what another owns; comments stay under the name they were written with. */
type HandOver = (db: Database, from: number, to: number) => Promise<void>;

/** Those who store texts and files, each for its own. */
export const handingOver = port<readonly HandOver[]>("handing over what an account owns");
