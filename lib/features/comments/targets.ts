import { and, asc, eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { comments, journals, postCategories, posts, sheets } from "../../../db/schema";
import { categoryTree, type CategoryTree } from "../taxonomy/categories/tree";
import type { Lock } from "../visibility/locks";
import { type Actor, visitor } from "../../core/access";
import { atOnce } from "../../core/at-once";
import { AppError, notFound } from "../../core/errors";
import { engine } from "../../core/operation";
import { withPasswordCounted } from "../writing/guesses";
import { visibleTo as visibleJournals } from "../visibility/journals";
import { journalTitle, journalUrl } from "../journals/queries";
import type { Collection } from "../writing/collection";
import { post } from "../writing/posts/collection";
import { locksOf as postLocks } from "../writing/posts/locks";
import { sheet } from "../writing/sheets/collection";
import { locksOf as sheetLocks } from "../writing/sheets/locks";
import { isLockedFor, present, visibilityKey, visibilityOf } from "../visibility/texts";
import type { TargetType } from "./schema";

/** A text that is commented on. */
export type Target = {
  type: TargetType;
  id: number;
  title: string;
  /** Finds out its path on this site, which depends on more than itself. */
  url: () => Promise<string>;
  disallowComment: boolean;
  createTime: Date;
  /** Whether a password keeps this caller from it. */
  locked: boolean;
};

/** Names a kind of target in operations' titles, with the column of comments that refers to it and its table. */
export const nounOf = { POST: "Post", SHEET: "Sheet", JOURNAL: "Journal" } as const;
export const columnOf = { POST: comments.postId, SHEET: comments.sheetId, JOURNAL: comments.journalId } as const;
export const tableOf = { POST: posts, SHEET: sheets, JOURNAL: journals } as const;

/** The columns that name a comment's target. */
export const targetColumns = (type: TargetType, id: number) => ({
  targetType: type,
  postId: type === "POST" ? id : null,
  sheetId: type === "SHEET" ? id : null,
  journalId: type === "JOURNAL" ? id : null,
});

/** The number of a comment's target. */
export const targetIdOf = (row: { postId: number | null; sheetId: number | null; journalId: number | null }): number =>
  row.postId ?? row.sheetId ?? row.journalId ?? 0;

/** Names a target in cache keys and in the audit log. */
export const nameOf = (type: TargetType, id: number): string => `${type.toLowerCase()}:${id}`;

/** The cache key of the feeds of all comments. */
export const COMMENT_FEEDS = "comments:feeds";

/** Cache keys to touch when the words of a comment change: its text's answers, and the feeds of all comments. */
export const touchedByWords = (type: TargetType, id: number): string[] => [
  `comments:${nameOf(type, id)}`,
  COMMENT_FEEDS,
];

/** Cache keys to touch when other comments become visible on a text, whose own answers contain their number. */
export const touchedBelow = (type: TargetType, id: number): string[] => [
  `comments:${nameOf(type, id)}`,
  nameOf(type, id),
  `${type.toLowerCase()}s`,
];

/** The cache key of everything with comments on one kind of text. */
export const commentsOn = (type: TargetType): string => `comments:${type.toLowerCase()}s`;

/** The cache keys of an answer with comments on one text. */
export const readsBelow = (type: TargetType, id: number): string[] => [
  `comments:${nameOf(type, id)}`,
  nameOf(type, id),
  commentsOn(type),
  "categories",
  "users",
];

type Found = Omit<Target, "type" | "locked"> & { authorId: number | null; locks: Lock[] };

const commented = (table: typeof posts) => ({
  id: table.id,
  title: table.title,
  slug: table.slug,
  password: table.password,
  authorId: table.authorId,
  disallowComment: table.disallowComment,
  createTime: table.createTime,
});

type Finder = (db: Database, actor: Actor, id: number) => Promise<Found | null>;
type Written = { id: number; password: string };

/** How a post or sheet is found, given its passwords and what these depend on. */
const writtenFinder =
  <T>(
    { name, table, addresses }: Collection,
    around: (db: Database) => T,
    locksOf: (db: Database, row: Written, around: Awaited<T>) => Lock[] | Promise<Lock[]>,
  ): Finder =>
  async (db, actor, id) => {
    const [[row], known] = await atOnce([
      prepared(db, `commented-${name}:${visibilityKey(actor)}`, (on) =>
        on
          .select(commented(table))
          .from(table)
          .where(and(eq(table.id, sql.placeholder("id")), visibilityOf(table)(actor, present, "address"))),
      ).execute({ id, now: new Date() }),
      around(db),
    ]);
    if (!row) return null;
    return { ...row, url: async () => (await addresses(db, [row]))(row), locks: await locksOf(db, row, known) };
  };

async function locksOfPost(db: Database, { id, password }: Written, tree: CategoryTree): Promise<Lock[]> {
  // Most sites protect no category, and whoever comments keeps others waiting with each question.
  if (password !== "" || !tree.hasLocks) return postLocks({ id, password, categoryIds: [] }, tree);
  const rows = await prepared(db, "commented-post-categories", (on) =>
    on
      .select({ id: postCategories.categoryId })
      .from(postCategories)
      .where(eq(postCategories.postId, sql.placeholder("id")))
      .orderBy(asc(postCategories.position)),
  ).execute({ id });
  return postLocks({ id, password, categoryIds: rows.map((each) => each.id) }, tree);
}

const finders: Record<TargetType, Finder> = {
  POST: writtenFinder(post, categoryTree, locksOfPost),
  SHEET: writtenFinder(
    sheet,
    () => null,
    (_db, row) => sheetLocks(row),
  ),

  async JOURNAL(db, actor, id) {
    const [row] = await db
      .select({
        id: journals.id,
        authorId: journals.authorId,
        content: journals.content,
        createTime: journals.createTime,
      })
      .from(journals)
      .where(and(eq(journals.id, id), visibleJournals(actor, "address")));
    return row
      ? {
          ...row,
          title: journalTitle(row),
          url: async () => journalUrl(row.id),
          disallowComment: false,
          locks: [],
        }
      : null;
  },
};

/** A target that strangers may read and comment on; null otherwise. */
export async function publicTarget(db: Database, type: TargetType, id: number): Promise<Found | null> {
  const found = await finders[type](db, visitor, id);
  return found && found.locks.length === 0 ? found : null;
}

/** A target that this caller can find; whether it is locked for them is known without counting a guess. */
async function findTarget(db: Database, actor: Actor, type: TargetType, id: number): Promise<() => Target> {
  const found = await finders[type](db, actor, id);
  if (!found) throw notFound();
  return () => ({ ...found, type, locked: isLockedFor(actor, found, found.locks) });
}

function requireUnlocked(actor: Actor, target: Target): Target {
  if (target.locked)
    throw new AppError(
      "locked",
      actor.contentPassword === null
        ? "This text is protected. Send its password in X-Content-Password."
        : "This is not the right password.",
    );
  return target;
}

/** A target for commenting or reading comments; refused where this caller cannot find or read it. */
export async function readableTarget(db: Database, actor: Actor, type: TargetType, id: number): Promise<Target> {
  const look = await findTarget(db, actor, type, id);
  // A password in the request counts as a guess at the text's password.
  return requireUnlocked(actor, await withPasswordCounted(actor, nameOf(type, id), async () => look()));
}

/**
 * The same within a transaction, for whose end all wait that write. A guess may wait for others, so that it is counted
 * before (`countPassword`).
 */
export const targetToChange = async (db: Database, actor: Actor, type: TargetType, id: number): Promise<Target> =>
  requireUnlocked(actor, (await findTarget(db, actor, type, id))());

/** Counts a password in a request that changes something below a text; refuses a wrong one. */
export async function countPassword(actor: Actor, type: TargetType, id: number): Promise<void> {
  if (actor.contentPassword !== null) await readableTarget(engine().reader, actor, type, id);
}
