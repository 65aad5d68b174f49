import { and, desc, max, ne } from "drizzle-orm";
import { matching } from "../../../db/keyword";
import { attachments, categories, comments, sheets, tags, users } from "../../../db/schema";
import { type Ability, can } from "../../core/access";
import { type Context, query } from "../../core/operation";
import { type Locale } from "../../core/languages";
import { knownOptions, optionKeys } from "../../core/settings";
import { messagesOf } from "../../services/words/messages";
import { hasWords, titleRank } from "../../text/ranking";
import { visibleTo as filesFor } from "../attachments/visibility";
import { visibleTo as sheetsFor } from "../visibility/sheets";
import { findPosts } from "../writing/posts/finding";
import { finding, type Found, found, type FoundKind } from "./schema";

/** Matching records that are ranked: the latest ones. */
const MOST_RANKED = 200;
/** Records of one kind in an answer. */
const MOST_FOUND = 5;

type Asked = { keyword: string; locale: Locale };
type Named = Omit<Found, "kind">;
type Finder = { can: Ability; find: (context: Context, asked: Asked) => Promise<Named[]> };

/** The best of some records by their names. */
const ranked = (rows: readonly Named[], keyword: string): Named[] =>
  rows
    .map((row) => ({ row, rank: titleRank(row.name, keyword) ?? titleRank(row.note, keyword) ?? 9 }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_FOUND)
    .map(({ row }) => row);

const ofTaxonomy =
  (table: typeof tags | typeof categories): Finder["find"] =>
  async ({ db }, { keyword }) =>
    ranked(
      (
        await db
          .select({ id: table.id, name: table.name })
          .from(table)
          .where(matching(keyword, table.name))
          .limit(MOST_RANKED)
      ).map(({ id, name }) => ({ key: String(id), name, note: "" })),
      keyword,
    );

/** The words of settings are the program's own, so that they are searched here. */
function findSettings({ keyword, locale }: Asked): Named[] {
  const { options, settings } = messagesOf(locale);
  const all = optionKeys.map((key) => {
    const { label, text } = options[key];
    const { group } = knownOptions[key];
    const note = settings.group[group];
    return { key, group, name: label, note, says: `${label} ${text} ${key} ${note}` };
  });
  const fit = all.flatMap((setting) => {
    const rank = titleRank(setting.name, keyword) ?? (hasWords(setting.says, keyword) ? 4 : null);
    return rank === null ? [] : [{ ...setting, rank }];
  });
  return fit
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_FOUND)
    .map(({ key, group, name, note }) => ({ key, group, name, note }));
}

/** Who finds what: the ability that the page of each kind needs. */
const finders: Record<FoundKind, Finder> = {
  post: {
    can: "write posts",
    find: async (context, { keyword }) =>
      (await findPosts(context, keyword)).map(({ id, title }) => ({ key: String(id), name: title, note: "" })),
  },
  sheet: {
    can: "write sheets",
    find: async ({ db, actor, now }, { keyword }) => {
      const rows = await db
        .select({ id: sheets.id, title: sheets.title })
        .from(sheets)
        .where(
          and(
            sheetsFor(actor, now, "dashboard"),
            ne(sheets.status, "RECYCLE"),
            matching(keyword, sheets.title, sheets.slug),
          ),
        )
        .orderBy(desc(sheets.updateTime))
        .limit(MOST_RANKED);
      return ranked(
        rows.map(({ id, title }) => ({ key: String(id), name: title, note: "" })),
        keyword,
      );
    },
  },
  file: {
    can: "upload files",
    find: async ({ db, actor }, { keyword }) => {
      const rows = await db
        .select({ id: attachments.id, name: attachments.name, note: attachments.altText })
        .from(attachments)
        .where(and(filesFor(actor), matching(keyword, attachments.name, attachments.altText)))
        .orderBy(desc(attachments.createTime))
        .limit(MOST_RANKED);
      return ranked(
        rows.map(({ id, name, note }) => ({ key: String(id), name, note })),
        keyword,
      );
    },
  },
  commenter: {
    can: "manage comments",
    find: async ({ db }, { keyword }) => {
      const rows = await db
        .select({ name: comments.author, email: comments.email, last: max(comments.createTime) })
        .from(comments)
        .where(matching(keyword, comments.author, comments.email))
        .groupBy(comments.author, comments.email)
        .orderBy(desc(max(comments.createTime)))
        .limit(MOST_RANKED);
      return ranked(
        rows.map(({ name, email }) => ({ key: email, name, note: email })),
        keyword,
      );
    },
  },
  user: {
    can: "manage users",
    find: async ({ db }, { keyword }) => {
      const rows = await db
        .select({ id: users.id, name: users.nickname, note: users.email })
        .from(users)
        .where(matching(keyword, users.nickname, users.username, users.email))
        .limit(MOST_RANKED);
      return ranked(
        rows.map(({ id, name, note }) => ({ key: String(id), name, note })),
        keyword,
      );
    },
  },
  category: { can: "see the dashboard", find: ofTaxonomy(categories) },
  tag: { can: "see the dashboard", find: ofTaxonomy(tags) },
  setting: { can: "manage options", find: (_context, asked) => Promise.resolve(findSettings(asked)) },
};

/**
 * A few of everything for what is being typed, as far as this person's pages show it: the names that fit best first, at
 * most eight posts and five of each other kind.
 */
export const findAnything = query("findAnything", {
  can: "be signed in",
  input: finding,
  output: found.array(),
  run: async (context, { keyword: typed, locale }) => {
    const keyword = typed.trim();
    if (keyword === "") return [];
    const all: (Found & { rank: number })[] = [];
    for (const [kind, { can: ability, find }] of Object.entries(finders) as [FoundKind, Finder][]) {
      if (!can(context.actor, ability)) continue;
      const named = await find(context, { keyword, locale });
      // A whole kind stands where its best name belongs.
      const rank = Math.min(...named.map(({ name }) => titleRank(name, keyword) ?? 9));
      all.push(...named.map((one) => ({ ...one, kind, rank })));
    }
    return all.sort((a, b) => a.rank - b.rank).map(({ rank: _rank, ...one }) => one);
  },
});
