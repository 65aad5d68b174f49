import type { Database } from "../../../db";
import { type Actor, authorizeEdit, system } from "../../core/access";
import { notFound } from "../../core/errors";
import type { Context } from "../../core/operation";
import { sameSecret, sign } from "../../core/secrets";
import type { FoundRecord } from "./description";
import { type Findable, findOf } from "./find";
import { workingTextOf } from "./rows";
import { textAfter } from "./texts";

/** Lifetime of a preview link, in milliseconds: 7 days. */
export const PREVIEW_TIME = 7 * 24 * 60 * 60 * 1000;

const PURPOSE = "preview";

/** Signed links to one record's working text, open to anyone for a week and not stored. */
export function previewsOf<F extends FoundRecord, P>(description: Findable<F, P>) {
  const { name } = description.collection;
  const { findToWorkOn } = findOf(description);
  const prefix = name === "post" ? "" : `${name}-`;

  async function shownTo(db: Database, actor: Actor, id: number): Promise<F> {
    const found = await findToWorkOn(db, actor, id);
    if (found.status === "RECYCLE") throw notFound();
    return found;
  }

  /** Makes such a link. */
  async function makeLink({ db, actor, now }: Context, id: number) {
    authorizeEdit(actor, await shownTo(db, actor, id));
    const expireTime = new Date(now.getTime() + PREVIEW_TIME);
    const what = `${prefix}${id}.${expireTime.getTime()}`;
    return { url: `/preview/${what}.${sign(PURPOSE, what)}`, expireTime };
  }

  /** The text behind a link; its signature is the permission, so it is checked before anything is read. */
  async function readLink({ db, now }: Context, token: string) {
    const [, id = "", expires = "", mark = ""] =
      /^(\d{1,10})\.(\d{1,16})\.([\w-]{43})$/.exec(token.startsWith(prefix) ? token.slice(prefix.length) : "") ?? [];
    if (!sameSecret(sign(PURPOSE, `${prefix}${id}.${expires}`), mark) || Number(expires) <= now.getTime())
      throw notFound();
    const found = await shownTo(db, system, Number(id));
    const working = workingTextOf(found);
    // The table of contents of a working text is not stored, only that of the published one.
    const toc = found.inProgress
      ? ((await textAfter({ ...found, ...working }, { originalContent: working.originalContent }))?.columns.toc ?? [])
      : found.toc;
    return { ...found, ...working, toc, expireTime: new Date(Number(expires)) };
  }

  return { makeLink, readLink };
}
