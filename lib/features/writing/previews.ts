import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { users } from "../../../db/schema";
import { type Actor, authorizeEdit, type Role, system, visitor } from "../../core/access";
import { AppError, notFound } from "../../core/errors";
import type { Context } from "../../core/operation";
import { contentsIn } from "../../text/html/contents";
import { sameSecret, sign } from "../../core/secrets";
import type { FoundRecord } from "./description";
import { type Findable, findOf } from "./find";
import { workingTextOf } from "./rows";

/** Lifetime of a preview link, in milliseconds: 7 days. */
export const PREVIEW_TIME = 7 * 24 * 60 * 60 * 1000;

const PURPOSE = "preview";

/** The account that made a link, as it is now; nobody where it is gone or suspended. */
async function makerOf(db: Database, id: number): Promise<Actor> {
  if (id === 0) return system;
  const [row] = await db
    .select({ id: users.id, role: users.role, name: users.username })
    .from(users)
    .where(and(eq(users.id, id), eq(users.suspended, false)));
  return row ? { ...visitor, ...row, role: row.role as Role } : visitor;
}

/**
 * Signed links to one record's working text, not stored, open for a week to anyone, as long as whoever made the link may
 * change the text: nobody reads on through links from the time before they left.
 */
export function previewsOf<F extends FoundRecord, P>(description: Findable<F, P>) {
  const { name } = description.collection;
  const { findToWorkOn } = findOf(description);
  const prefix = name === "post" ? "" : `${name}-`;

  async function shownTo(db: Database, actor: Actor, id: number): Promise<F> {
    const found = await findToWorkOn(db, actor, id);
    if (found.status === "RECYCLE") throw notFound();
    return found;
  }

  /** A record that the maker of a link may still change. */
  async function linkedBy(db: Database, maker: Actor, id: number): Promise<F> {
    try {
      const found = await shownTo(db, maker, id);
      authorizeEdit(maker, found);
      return found;
    } catch (error) {
      throw error instanceof AppError ? notFound() : error;
    }
  }

  /** Makes such a link. */
  async function makeLink({ db, actor, now }: Context, id: number) {
    authorizeEdit(actor, await shownTo(db, actor, id));
    const expireTime = new Date(now.getTime() + PREVIEW_TIME);
    const what = `${prefix}${id}.${actor.id ?? 0}.${expireTime.getTime()}`;
    return { url: `/preview/${what}.${sign(PURPOSE, what)}`, expireTime };
  }

  /** The text behind a link; its signature is the permission, so it is checked before anything is read. */
  async function readLink({ db, now }: Context, token: string) {
    const [, id = "", maker = "", expires = "", mark = ""] =
      /^(\d{1,10})\.(\d{1,10})\.(\d{1,16})\.([\w-]{43})$/.exec(
        token.startsWith(prefix) ? token.slice(prefix.length) : "",
      ) ?? [];
    if (!sameSecret(sign(PURPOSE, `${prefix}${id}.${maker}.${expires}`), mark) || Number(expires) <= now.getTime())
      throw notFound();
    const found = await linkedBy(db, await makerOf(db, Number(maker)), Number(id));
    const working = workingTextOf(found);
    // The table of contents of a working text is not stored, only that of the published one.
    const toc = found.inProgress ? contentsIn(working.content) : found.toc;
    return { ...found, ...working, toc, expireTime: new Date(Number(expires)) };
  }

  return { makeLink, readLink };
}
