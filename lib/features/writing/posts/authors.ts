import { and, asc, eq, exists, type SQL, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { lower } from "../../../../db/dialect";
import { isOneOfValues } from "../../../../db/expressions";
import { posts, users } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { remembered } from "../../../core/remembered";
import { settingKeys } from "../../../core/settings";
import { readOption } from "../../../services/settings/reading";
import { nameKey } from "../../accounts/schema";
import { visibleTo } from "../../visibility/posts";
import { untilPublication } from "../../visibility/queries";
import { authorAddresses, authorIds, authorPage, authorRef } from "./schema";

const reads = () => ["post-places", "users", ...settingKeys("author_pages")];

/** The path of an author's page. */
const authorUrl = (username: string): string => `/authors/${encodeURIComponent(username)}`;

/** The condition for accounts that wrote a post which meets one. Neither all posts nor all accounts are looked at. */
export const haveWritten = (db: Database, condition: SQL | undefined): SQL | undefined =>
  and(
    isOneOfValues(users.id, posts.authorId, posts),
    exists(
      db
        .select({ id: posts.id })
        .from(posts)
        .where(and(eq(posts.authorId, users.id), condition)),
    ),
  );

/** Who has a page: whoever wrote a public post, unless the owner wants no such pages. */
async function findAuthors(db: Database): Promise<Map<number, string>> {
  if (!(await readOption(db, "author_pages"))) return new Map();
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(haveWritten(db, visibleTo(visitor, new Date(), "list")))
    .orderBy(asc(users.id));
  // Browsers resolve dots before they ask.
  return new Map(rows.flatMap(({ id, username }) => (/^\.{1,2}$/.test(username) ? [] : [[id, authorUrl(username)]])));
}

/** The paths of authors' pages by their accounts' numbers, kept until a publication or an account changes them. */
const authorUrls = (db: Database): Promise<Map<number, string>> =>
  remembered(db, "authors", { cacheKeys: reads(), until: untilPublication }, () => findAuthors(db));

const shown = {
  id: users.id,
  username: users.username,
  nickname: users.nickname,
  title: users.title,
  avatar: users.avatar,
  description: users.description,
  website: users.url,
};

/** The account behind the address of an author's page; refuses with `not_found` where there is none. */
export async function authorNamed(db: Database, username: string) {
  const [row] = await prepared(db, "author-named", (on) =>
    on
      .select(shown)
      .from(users)
      .where(eq(lower(users.username), sql.placeholder("name"))),
  ).execute({ name: nameKey(username) });
  const url = row && (await authorUrls(db)).get(row.id);
  if (!url) throw notFound();
  return { ...row, url };
}

/** An author, as their page shows them. */
export const getAuthorPage = query("getAuthorPage", {
  can: "read the site",
  input: authorRef,
  output: authorPage,
  reads,
  run: ({ db }, { username }) => authorNamed(db, username),
});

/** The paths of some authors' pages, for bylines. */
export const listAuthorAddresses = query("listAuthorAddresses", {
  can: "read the site",
  input: authorIds,
  output: authorAddresses,
  reads,
  run: async ({ db }, { ids }) => {
    const urls = await authorUrls(db);
    return ids.flatMap((id) => {
      const url = urls.get(id);
      return url === undefined ? [] : [{ id, url }];
    });
  },
});

/** The paths of all authors' pages, for the site map. */
export const listAuthorPages = query("listAuthorPages", {
  can: "read the site",
  input: noInput,
  output: authorAddresses,
  reads,
  run: async ({ db }) => [...(await authorUrls(db))].map(([id, url]) => ({ id, url })),
});
