import { and, desc, eq, getTableColumns, gte, inArray, lte, min, type SQL, sql } from "drizzle-orm";
import { aside, type Database, prepared } from "../../../db";
import { bytesOf, ordering, sumSoFar } from "../../../db/expressions";
import { idsOnPage, inOrder } from "../../../db/pages";
import { journals, users } from "../../../db/schema";
import { type Actor, visitor } from "../../core/access";
import { notFound } from "../../core/errors";
import { pageOf, sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import { remembered } from "../../core/remembered";
import { pendingLikes } from "../writing/counters";
import { matching } from "../../../db/keyword";
import { plainTextOf } from "../../text/html/plain-text";
import { excerptOf } from "../../text/plain";
import { authorOf } from "../writing/rows";
import * as shape from "./schema";
import { visibilityKey, visibleTo } from "../visibility/journals";
import type { Reach } from "../visibility/texts";

const columns = { ...getTableColumns(journals), authorNickname: users.nickname, authorAvatar: users.avatar };
type Row = typeof journals.$inferSelect & { authorNickname: string | null; authorAvatar: string | null };

/** A journal's address on this site. */
export const journalUrl = (id: number): string => `/journals/${id}`;

/** What a journal is called where a title is needed: the beginning of what readers see of it, or its address. */
export const journalTitle = ({ id, content }: { id: number; content: string }): string =>
  excerptOf(plainTextOf(content)) || journalUrl(id);

const shown = (row: Row) => ({
  ...row,
  likes: row.likes + pendingLikes(`journal:${row.id}`),
  url: journalUrl(row.id),
  // Every change has a later time, so that the time tells versions apart.
  version: row.updateTime.getTime(),
  author: authorOf(row),
});

/** Sortable columns: the allow-list for names in requests. */
const sortable = {
  id: journals.id,
  createTime: journals.createTime,
  updateTime: journals.updateTime,
  likes: journals.likes,
} satisfies Record<(typeof shape.journalSorts)[number], unknown>;
type Page = {
  page: number;
  size: number;
  sort?: readonly string[] | undefined;
  looksAtAll: boolean;
  isPublic?: boolean;
};

/** One page of the journals that match a condition, newest first, and their number. */
async function pageOfJournals(db: Database, where: SQL | undefined, { sort, ...page }: Page) {
  const named = ordering(sortable, sortOrder(sort));
  const order = [...(named.length > 0 ? named : [desc(journals.createTime)]), desc(journals.id)];
  const { ids, total } = await idsOnPage(db, journals, { where, order, ...page });
  const rows = await db
    .select(columns)
    .from(journals)
    .leftJoin(users, eq(users.id, journals.authorId))
    .where(inArray(journals.id, ids));
  return { items: inOrder(rows, ids).map(shown), total };
}

/** Journals in the dashboard: an author's own, or for editors all. */
export const listJournals = query("listJournals", {
  can: "write journals",
  input: shape.journalFilters,
  output: pageOf(shape.journal),
  run: ({ db, actor }, { type, keyword, ...page }) =>
    pageOfJournals(
      db,
      and(
        visibleTo(actor, "dashboard"),
        type && eq(journals.type, type),
        keyword ? matching(keyword, journals.sourceContent) : undefined,
      ),
      { ...page, looksAtAll: Boolean(keyword) },
    ),
});

/** A keyword as the HTML of a text has it. */
const inHtml = (keyword: string): string => keyword.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;");

/**
 * The most bytes of notes that a keyword of anybody is looked for in, the newest first. An author can write any number: to
 * look through 150 MB took seconds, in which nobody else could search.
 */
const MOST_SEARCHED = 16 * 1024 * 1024;

/** When the first of these was written; null where there is none. */
const searchedFrom = (db: Database): Promise<Date | null> =>
  remembered(db, "notes that are searched", { cacheKeys: ["journals"] }, async () => {
    const reader = aside(db, "pages");
    const soFar = sumSoFar(bytesOf(journals.content), desc(journals.createTime), desc(journals.id));
    const sized = reader
      .select({ createTime: journals.createTime, soFar: soFar.as("so_far") })
      .from(journals)
      .where(visibleTo(visitor, "list"))
      .as("sized");
    const [row] = await reader
      .select({ from: min(sized.createTime) })
      .from(sized)
      .where(lte(sized.soFar, MOST_SEARCHED));
    return row?.from ?? null;
  });

/** Whether a note is one that is searched, and holds a keyword. */
async function isFound(db: Database, keyword: string): Promise<SQL | undefined> {
  const from = await searchedFrom(db);
  return and(from ? gte(journals.createTime, from) : undefined, matching(inHtml(keyword), journals.content));
}

/** Journals that anyone may find. The keyword searches what is shown: a match in a source would reveal what is not. */
export const listPublicJournals = query("listPublicJournals", {
  can: "read the site",
  input: shape.publicJournalFilters,
  output: pageOf(shape.publicJournal),
  reads: () => ["journals", "users"],
  run: async ({ db }, { keyword, ...page }) =>
    pageOfJournals(db, and(visibleTo(visitor, "list"), keyword ? await isFound(db, keyword) : undefined), {
      ...page,
      looksAtAll: Boolean(keyword),
      isPublic: true,
    }),
});

/** One journal that this actor may see; refuses with `not_found`. */
export async function findJournal(db: Database, actor: Actor, reach: Reach, id: number) {
  const [row] = await prepared(db, `journal:${reach}:${visibilityKey(actor)}`, (on) =>
    on
      .select(columns)
      .from(journals)
      .leftJoin(users, eq(users.id, journals.authorId))
      .where(and(eq(journals.id, sql.placeholder("id")), visibleTo(actor, reach))),
  ).execute({ id });
  if (!row) throw notFound();
  return shown(row);
}

/** One journal in the dashboard. */
export const getJournal = query("getJournal", {
  can: "write journals",
  input: shape.journalRef,
  output: shape.journal,
  run: ({ db, actor }, { id }) => findJournal(db, actor, "dashboard", id),
});

/** One journal by its number. */
export const getPublicJournal = query("getPublicJournal", {
  can: "read the site",
  input: shape.journalRef,
  output: shape.publicJournal,
  reads: ({ id }) => [`journal:${id}`, "comments:journals", "users"],
  run: ({ db, actor }, { id }) => findJournal(db, actor, "address", id),
});
