import { and, asc, eq, gt, gte, inArray, or, type SQL } from "drizzle-orm";
import type { Database } from "../../../db";
import { bytesOf, rowByRow } from "../../../db/expressions";
import { comments, users } from "../../../db/schema";
import type { TargetType } from "./schema";
import { visibleBelow } from "./visibility";

type Reply = { id: number; createTime: Date; bytes: number };
type Below = { db: Database; type: TargetType; id: number };

/** As many of each conversation are looked up at first, where there are too many to put them in order as a whole. */
const FIRST_PART = 16;

const inSequence = (one: Reply, other: Reply) =>
  one.createTime.getTime() - other.createTime.getTime() || one.id - other.id;

/** Finds visible replies; which is the first of a whole conversation, an index knows. */
const find = ({ db, type, id }: Below, which: SQL | undefined) =>
  db
    .select({
      id: comments.id,
      createTime: comments.createTime,
      bytes: bytesOf(comments.content, comments.html, comments.author, comments.authorUrl, users.avatar),
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    // Found by their conversations: SQLite would read all comments on the text.
    .where(and(which, rowByRow(visibleBelow(type, id))));

/** The replies in a conversation, the oldest first, looked up in parts, each twice as long as the one before. */
class Conversation {
  #part: Reply[] = [];
  #isOver = false;

  constructor(
    private readonly below: Below,
    private readonly rootId: number,
    private size: number,
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
    this.size *= 2;
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

/** The first replies in some conversations, one after the other. */
async function* merged(conversations: readonly Conversation[]): AsyncGenerator<Reply> {
  for (const each of conversations) await each.read();
  for (let of = earliest(conversations); of?.next; of = earliest(conversations)) {
    yield of.next;
    await of.pass();
  }
}

/**
 * The first replies in conversations, as many as `most` of so many bytes. Of thousands few more are read than are
 * answered: strangers may write ten thousand a day below a text, and to put them in order for each page took longer
 * than writing it.
 */
export async function firstReplies(
  below: Below,
  rootIds: readonly number[],
  { most, bytes: mostBytes, part = FIRST_PART }: { most: number; bytes: number; part?: number },
): Promise<number[]> {
  if (rootIds.length === 0) return [];
  const some = await find(below, inArray(comments.rootId, [...rootIds])).limit(most + 1);
  const all =
    some.length <= most
      ? some.sort(inSequence)
      : merged(rootIds.map((rootId) => new Conversation(below, rootId, part)));
  const first: number[] = [];
  let left = mostBytes;
  for await (const { id, bytes } of all) {
    left -= bytes;
    if (left < 0 || first.length === most) break;
    first.push(id);
  }
  return first;
}
