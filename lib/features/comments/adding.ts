import { and, eq, sql } from "drizzle-orm";
import { columnsFrom, type Database, placesFor, prepared } from "../../../db";
import { comments, users } from "../../../db/schema";
import { type Actor, can } from "../../core/access";
import { networkOf } from "../../services/limits/networks";
import { atOnce } from "../../core/at-once";
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
import { isBlocked } from "./blocks/blocked";
import { closed, type Incoming, saidAlike, stateFor } from "./moderation";
import { selectComments, shown } from "./rows";
import type { Comment, NewComment, TargetType } from "./schema";
import { columnsOf } from "./states";
import { type Target, targetColumns, targetToChange } from "./targets";
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

/** A text that takes comments. */
async function openTarget(db: Database, actor: Actor, type: TargetType, id: number): Promise<Target> {
  const target = await targetToChange(db, actor, type, id);
  if (target.disallowComment) throw closed();
  return target;
}

/** Counts a comment against the bounds on those who write; refuses one that is beyond. */
async function count(actor: Actor, below: string, { isAdmin, isHeld }: { isAdmin: boolean; isHeld: boolean }) {
  if (!isAdmin) {
    const ofNetwork = [accepted, acceptedInHour, acceptedInDay, ...(isHeld ? [heldInMonth] : [])];
    await takeTogether([...ofNetwork.map((rate) => rate.ofNetwork(actor.ip)), acceptedBelow.of(below, actor.ip)]);
  } else if (!can(actor, "manage comments")) await takeTogether(byAuthor.map((rate) => rate.of(String(actor.id))));
}

async function store(db: Database, values: typeof comments.$inferInsert): Promise<Comment> {
  const { name, places } = placesFor(values);
  const [row] = await prepared(db, `new-comment:${name}`, (on) =>
    on.insert(comments).values(places).returning({ id: comments.id }),
  ).execute(values);
  if (!row) throw new Error("the comment was not stored");
  return whole(db, row.id);
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
  const isAdmin = signedIn && can(actor, "comment as staff");
  const network = networkOf(actor.ip);
  const signing = signature(db, actor, given, signedIn);
  // At once, since all that write wait for the last answer, and on PostgreSQL each costs a turn of the event loop.
  const [target, parent, signed, options, isRefused, alike] = await atOnce([
    openTarget(db, actor, type, given.postId),
    parentOf(db, type, given),
    signing,
    readOptions(db),
    !isAdmin && signing.then(({ email }) => isBlocked(db, { ip: actor.ip, email })),
    isAdmin ? [] : saidAlike(db, network, given.content, now),
  ]);
  const incoming = { target, links: rendered.links, network, suspicion, isRefused, alike };
  const { status, spam } = columnsOf(isAdmin ? "published" : await stateFor(db, options, incoming, now));
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
  const [, comment] = await atOnce([
    count(actor, `${type}:${target.id}`, { isAdmin, isHeld: status !== "PUBLISHED" }),
    store(db, values),
    values.visible && countAlong(db, type, target.id, 1),
  ]);
  if (values.visible) {
    // All that write wait for the end of this, and six questions more for mails that nobody wants keep them waiting longer.
    const mayBeWanted = parent?.allowNotification === true || given.allowNotification === true;
    if (mayBeWanted) await notifyAuthors(db, type, target.id, [comment.id], () => mayCauseQuestion(actor.ip));
  } else if (status === "AUDITING") await tellOwner(db, options, target, comment);
  return comment;
}

/** A comment after a change. */
export async function whole(db: Database, commentId: number): Promise<Comment> {
  const [row] = await prepared(db, "comment", (on) =>
    selectComments(on).where(eq(comments.id, sql.placeholder("commentId"))),
  ).execute({ commentId });
  if (!row) throw new Error(`there is no comment ${commentId}`);
  return shown(row);
}
