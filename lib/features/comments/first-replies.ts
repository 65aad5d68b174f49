import { and, asc, eq, gt, gte, inArray, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { postgres } from "../../../db/dialect";
import { bytesOf, isAmongFirst, none, rowByRow } from "../../../db/expressions";
import { comments, users } from "../../../db/schema";
import type { TargetType } from "./schema";
import { visibleBelow } from "./visibility";

type Reply = { id: number; rootId: number | null; createTime: Date; bytes: number };
type Below = { db: Database; type: TargetType; id: number };

/** As many of each conversation are looked up at first, where there are too many to put them in order as a whole. */
const FIRST_PART = 16;
/**
 * The most further parts: strangers may write conversations of any length, and on PostgreSQL each part waits for a turn of
 * the event loop, in which reads of all others wait. A page shows the replies that were found by then.
 */
const MOST_FURTHER = 30;

const inSequence = (one: Reply, other: Reply) =>
  one.createTime.getTime() - other.createTime.getTime() || one.id - other.id;

/** Finds visible replies; which is the first of a whole conversation, an index knows. */
const find = ({ db, type, id }: Omit<Below, "id"> & { id: number | Placeholder }, which: SQL | undefined) =>
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

/** The replies in a conversation, the oldest first, looked up in parts, each twice as long as the one before. */
class Conversation {
  #part: Reply[] = [];
  #isOver = false;

  constructor(
    private readonly below: Below,
    private readonly rootId: number,
    private size: number,
  ) {}

  /** Begins with its first part, which was looked up already. */
  begin(part: Reply[]): void {
    this.#part = part;
    this.#isOver = part.length < this.size;
    this.size *= 2;
  }

  /** Whether there may be more after its next. */
  get isAtEndOfPart(): boolean {
    return this.#part.length === 1 && !this.#isOver;
  }

  /** Its next one; undefined at its end. */
  get next(): Reply | undefined {
    return this.#part[0];
  }

  /** Looks up the first ones. A page has a hundred conversations, and to write the statement takes longer than to run it. */
  async readFirst(): Promise<void> {
    const { db, type, id } = this.below;
    const first = prepared(db, `first-replies:${type}`, (on) =>
      find({ db: on, type, id: sql.placeholder("id") }, eq(comments.rootId, sql.placeholder("rootId")))
        .orderBy(asc(comments.createTime), asc(comments.id))
        .limit(sql.placeholder("size")),
    );
    this.begin(await first.execute({ id, rootId: this.rootId, size: this.size }));
  }

  /** Looks up those after one. */
  async read(last: Reply): Promise<void> {
    if (this.#isOver) return;
    const { createTime, id } = comments;
    const later = or(gt(createTime, last.createTime), rowByRow(gt(id, last.id)));
    const part = await find(this.below, and(eq(comments.rootId, this.rootId), gte(createTime, last.createTime), later))
      .orderBy(asc(createTime), asc(id))
      .limit(this.size);
    this.begin(part);
  }

  /** Goes on to the one after its next. */
  async pass(): Promise<void> {
    const last = this.#part.shift();
    if (last && this.#part.length === 0) await this.read(last);
  }
}

/** The one that comes first of what is next in each. */
const earliest = (conversations: readonly Conversation[]) =>
  conversations.reduce<Conversation | undefined>(
    (first, each) => (each.next && (!first?.next || inSequence(each.next, first.next) < 0) ? each : first),
    undefined,
  );

/** The conversations, each with its first part. */
async function begun(below: Below, rootIds: readonly number[], size: number): Promise<Conversation[]> {
  const conversations = new Map(rootIds.map((rootId) => [rootId, new Conversation(below, rootId, size)]));
  if (!postgres) {
    for (const each of conversations.values()) await each.readFirst();
    return [...conversations.values()];
  }
  const { id, rootId: group, createTime } = comments;
  const condition = rowByRow(visibleBelow(below.type, below.id)) ?? none;
  const first = { condition, order: [createTime, id], most: size };
  const parts = new Map(rootIds.map((rootId) => [rootId, [] as Reply[]]));
  for (const row of (await find(below, isAmongFirst(comments, { id, group }, rootIds, first))).sort(inSequence))
    parts.get(row.rootId ?? 0)?.push(row);
  for (const [rootId, conversation] of conversations) conversation.begin(parts.get(rootId) ?? []);
  return [...conversations.values()];
}

/** The first replies in some conversations, one after the other. */
async function* merged(conversations: readonly Conversation[]): AsyncGenerator<Reply> {
  let left = MOST_FURTHER;
  for (let of = earliest(conversations); of?.next; of = earliest(conversations)) {
    yield of.next;
    if (of.isAtEndOfPart && (left -= 1) < 0) return;
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
  const all = some.length <= most ? some.sort(inSequence) : merged(await begun(below, rootIds, part));
  const first: number[] = [];
  let left = mostBytes;
  for await (const { id, bytes } of all) {
    left -= bytes;
    if (left < 0 || first.length === most) break;
    first.push(id);
  }
  return first;
}
