import { type Database } from "../../db";
import { type Actor, authorizeEdit } from "../core/access";
import { AppError, notFound } from "../core/errors";
import { engine } from "../core/operation";
import { findPost, forDashboard } from "./queries";
import type { WholeRow } from "./rows";
import type { Fields } from "./saves";
import * as shape from "./schema";
import { type Text, textAfter } from "./texts";

/** What becomes stale when a post changes. */
export const touched = (postId: number) => ["posts", `post:${postId}`];

/** A post as it stands after a change, for whoever changed it. */
export async function whole(db: Database, actor: Actor, postId: number) {
  const found = await findPost(db, actor, "dashboard", { postId });
  if (!found) throw notFound();
  return forDashboard(found);
}

/** A post about to be changed: this actor's to change, and as the caller last saw it. */
export async function forChange(db: Database, actor: Actor, postId: number, expectedVersion?: number) {
  const found = await findPost(db, actor, "dashboard", { postId });
  if (!found) throw notFound();
  authorizeEdit(actor, found);
  if (expectedVersion !== undefined && expectedVersion !== found.version)
    throw new AppError("stale", "This post was changed elsewhere since you read it.", { current: shape.post.parse(forDashboard(found)) });
  return found;
}

/** What slow work before the transaction found: the text a save results in, and the version it was made from. */
export type Prepared = { text: Text | null; version: number };

/** Renders outside the transaction; the texts that were not sent are read beforehand. */
export async function prepareText(postId: number, given: Fields, actor: Actor): Promise<Prepared> {
  const before = await findPost(engine().reader, actor, "dashboard", { postId });
  if (!before) throw notFound();
  authorizeEdit(actor, before);
  const text = await textAfter(forDashboard(before), given);
  // A deliberate save without a text of its own brings the working text out.
  const { workingOriginalContent: originalContent, workingContent: content, workingKeepRaw: keepRaw } = before;
  const bringOut = text === null && before.inProgress && !given.autoSave;
  return { text: bringOut ? await textAfter(before, { originalContent, content, keepRaw }) : text, version: before.version };
}

/** Refuses a text that was put together from what another save has changed in between. */
export function checkRace(before: WholeRow, given: Fields, prepared: Prepared): void {
  const isWhole = given.originalContent !== undefined && given.keepRaw !== undefined && given.editorType !== undefined;
  if (prepared.version !== before.version && !isWhole && (prepared.text || before.inProgress)) throw new AppError("conflict", "Somebody saved this post at the same moment. Please save again.");
}
