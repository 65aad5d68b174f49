import { and, asc, eq, gt, gte, inArray, or } from "drizzle-orm";
import type { Database } from "../../../db";
import { bytesOf, rowByRow } from "../../../db/expressions";
import { comments, users } from "../../../db/schema";
import type { TargetType } from "./schema";
import { visibleBelow } from "./visibility";

export type Reply = { id: number; rootId: number | null; createTime: Date; bytes: number };
type Below = { db: Database; type: TargetType; id: number };

/** The most replies that are put in order as a whole, and as many of each conversation are looked up at once where there are more. */
const usual = { few: 5_000, part: 100 };

const inSequence = (one: Reply, other: Reply) =>
  one.createTime.getTime() - other.createTime.getTime() || one.id - other.id;

/** Finds visible replies; which is the first of a whole conversation, an index knows. */
const find = ({ db, type, id }: Below, which: ReturnType<typeof and>) =>
  db
    .select({
      id: comments.id,
      rootId: comments.rootId,
      createTime: comments.createTime,
      bytes: bytesOf(comments.content, comments.html, comments.author, comments.authorUrl, users.avatar),
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    // Found by their conversations: SQLite would read all comments on the text.
    .where(and(which, rowByRow(visibleBelow(type, id))));

/** The replies in a conversation, the oldest first, a part of them at a time. */
class Conversation {
  #part: Reply[] = [];
  #isOver = false;

  constructor(
    private readonly below: Below,
    private readonly rootId: number,
    private readonly size: number,
  ) {}

  /** Its next one; undefined at its end. */
  get next(): Reply | undefined {
    return this.#part[0];
  }

  /** Looks up the first ones, or those after one. */
  async read(last?: Reply): Promise<void> {
    if (this.#isOver) return;
    const { createTime, id } = comments;
    const later = last && or(gt(createTime, last.createTime), rowByRow(gt(id, last.id)));
    this.#part = await find(
      this.below,
      and(eq(comments.rootId, this.rootId), last && gte(createTime, last.createTime), later),
    )
      .orderBy(asc(createTime), asc(id))
      .limit(this.size);
    this.#isOver = this.#part.length < this.size;
  }

  /** Goes on to the one after its next. */
  async pass(): Promise<void> {
    const last = this.#part.shift();
    if (this.#part.length === 0) await this.read(last);
  }
}

/** The one that comes first of what is next in each. */
const earliest = (conversations: readonly Conversation[]) =>
  conversations.reduce<Conversation | undefined>(
    (first, each) => (each.next && (!first?.next || inSequence(each.next, first.next) < 0) ? each : first),
    undefined,
  );

/**
 * The first replies in conversations, as many as `most`. Of thousands few more are read than are answered: strangers may
 * write ten thousand a day below a text, and to put them in order for each page took as long as writing it.
 */
export async function firstReplies(
  below: Below,
  rootIds: readonly number[],
  most: number,
  { few, part } = usual,
): Promise<Reply[]> {
  if (rootIds.length === 0) return [];
  const all = await find(below, inArray(comments.rootId, [...rootIds])).limit(few + 1);
  if (all.length <= few) return all.sort(inSequence).slice(0, most);
  const conversations = rootIds.map((rootId) => new Conversation(below, rootId, part));
  for (const each of conversations) await each.read();
  const first: Reply[] = [];
  for (let of = earliest(conversations); of?.next && first.length < most; of = earliest(conversations)) {
    first.push(of.next);
    await of.pass();
  }
  return first;
}
