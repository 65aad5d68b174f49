import { and, eq, sql } from "drizzle-orm";
import { columnsFrom, type Database, placesFor, prepared } from "../../../db";
import { comments, users } from "../../../db/schema";
import { type Actor, can } from "../../core/access";
import { networkOf } from "../../services/limits/networks";
import { invalid } from "../../core/errors";
import type { Context } from "../../core/operation";
import { takeTogether } from "../../services/limits/together";
import { readOptions } from "../../services/settings/reading";
import {
  accepted,
  acceptedBelow,
  acceptedInDay,
  acceptedInHour,
  byAuthor,
  heldInMonth,
  mayCauseQuestion,
} from "./limits";
import { notifyAuthors, tellOwner } from "./notifications";
import { closed, type Incoming, stateFor } from "./moderation";
import { selectComments, shown } from "./rows";
import type { Comment, NewComment, TargetType } from "./schema";
import { columnsOf } from "./states";
import { targetColumns, targetToChange } from "./targets";
import { countAlong } from "./threads";
import { visibleBelow } from "./visibility";

/** Works out a comment's place, author and content. */
const others = ["postId", "parentId", "author", "email", "authorUrl", "content"] as const;

/** The comment that this one replies to: visible, on the same text. */
async function parentOf(db: Database, type: TargetType, { parentId, postId }: NewComment) {
  if (parentId === null || parentId === undefined) return null;
  const [parent] = await db
    .select({ id: comments.id, rootId: comments.rootId, allowNotification: comments.allowNotification })
    .from(comments)
    .where(and(eq(comments.id, parentId), visibleBelow(type, postId)));
  if (!parent) throw invalid("parentId", "not_found", "There is no such comment here to reply to.");
  return parent;
}

/** The author: as sent, or the signed-in account. */
async function signature(db: Database, actor: Actor, given: NewComment, signedIn: boolean) {
  const said = {
    author: given.author,
    email: given.email ?? "",
    authorUrl: given.authorUrl ?? "",
    userId: null as number | null,
  };
  if (!signedIn || actor.id === null) return said;
  const [account] = await db
    .select({ author: users.nickname, email: users.email, authorUrl: users.url, userId: users.id })
    .from(users)
    .where(eq(users.id, actor.id));
  return account ?? said;
}

type Added = {
  type: TargetType;
  given: NewComment;
  rendered: { html: string; links: number };
  signedIn?: boolean;
  suspicion?: Incoming["suspicion"];
};

/** Stores a comment: staff's is published at once, others go through moderation. */
export async function addComment(
  { db, actor, now }: Context,
  { type, given, rendered, signedIn = false, suspicion = "none" }: Added,
): Promise<Comment> {
  const target = await targetToChange(db, actor, type, given.postId);
  if (target.disallowComment) throw closed();
  const parent = await parentOf(db, type, given);
  const isAdmin = signedIn && can(actor, "comment as staff");
  const network = networkOf(actor.ip);
  const signed = await signature(db, actor, given, signedIn);
  const incoming = {
    target,
    content: given.content,
    links: rendered.links,
    network,
    ip: actor.ip,
    email: signed.email,
  };
  const options = await readOptions(db);
  const { status, spam } = columnsOf(
    isAdmin ? "published" : await stateFor(db, options, { ...incoming, suspicion }, now),
  );
  if (!isAdmin) {
    const ofNetwork = [accepted, acceptedInHour, acceptedInDay, ...(status === "PUBLISHED" ? [] : [heldInMonth])];
    await takeTogether([
      ...ofNetwork.map((rate) => rate.ofNetwork(actor.ip)),
      acceptedBelow.of(`${type}:${target.id}`, actor.ip),
    ]);
  } else if (!can(actor, "manage comments")) await takeTogether(byAuthor.map((rate) => rate.of(String(actor.id))));
  const values = {
    ...columnsFrom(given, comments, others),
    ...targetColumns(type, target.id),
    ...signed,
    parentId: parent?.id ?? null,
    rootId: parent && (parent.rootId ?? parent.id),
    status,
    spam,
    visible: status === "PUBLISHED",
    isAdmin,
    ipAddress: actor.ip,
    network,
    userAgent: actor.userAgent?.slice(0, 512) ?? null,
    createTime: now,
    updateTime: now,
    content: given.content,
    html: rendered.html,
  };
  const { name, places } = placesFor(values);
  const [row] = await prepared(db, `new-comment:${name}`, (on) =>
    on.insert(comments).values(places).returning({ id: comments.id }),
  ).execute(values);
  if (!row) throw new Error("the comment was not stored");
  if (values.visible) {
    await countAlong(db, type, target.id, 1);
    // All that write wait for the end of this, and six questions more for mails that nobody wants keep them waiting longer.
    const mayBeWanted = parent?.allowNotification === true || given.allowNotification === true;
    if (mayBeWanted) await notifyAuthors(db, type, target.id, [row.id], () => mayCauseQuestion(actor.ip));
  } else if (status === "AUDITING") await tellOwner(db, options, target, { id: row.id, ...values });
  return whole(db, row.id);
}

/** A comment after a change. */
export async function whole(db: Database, commentId: number): Promise<Comment> {
  const [row] = await prepared(db, "comment", (on) =>
    selectComments(on).where(eq(comments.id, sql.placeholder("commentId"))),
  ).execute({ commentId });
  if (!row) throw new Error(`there is no comment ${commentId}`);
  return shown(row);
}
