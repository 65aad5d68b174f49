import { type SQL, sql } from "drizzle-orm";
import { journals, posts, sheets } from "./schema";
import { MOST_MATCHING, type Question, type SearchIndex } from "./search-shape";
import type { Database } from "./sqlite";

/** A `tsvector` of our own words as they are: no dictionary, no stemming. */
const tables = [
  sql`CREATE TABLE IF NOT EXISTS search_entries (kind text NOT NULL, record_id integer NOT NULL, second bigint NOT NULL, title tsvector NOT NULL, words tsvector NOT NULL, PRIMARY KEY (kind, record_id))`,
  sql`CREATE INDEX IF NOT EXISTS search_entries_newest ON search_entries (kind, second DESC, record_id DESC)`,
  sql`CREATE INDEX IF NOT EXISTS search_entries_title ON search_entries USING gin (title)`,
  sql`CREATE INDEX IF NOT EXISTS search_entries_words ON search_entries USING gin (words)`,
  sql`CREATE TABLE IF NOT EXISTS search_progress (kind text PRIMARY KEY, version integer NOT NULL, reached integer NOT NULL, done boolean NOT NULL)`,
];

/** TypeScript sees SQLite's connection (db/dialect.ts); these statements run on PostgreSQL. */
async function rows<T>(db: Database, query: SQL): Promise<T[]> {
  return (await (db as unknown as { execute(query: SQL): Promise<{ rows: T[] }> }).execute(query)).rows;
}

const tableOf = { post: posts, sheet: sheets, journal: journals };

const list = (words: readonly string[]) =>
  sql`array_to_tsvector(array_remove(string_to_array(${words.join(" ")}, ' '), ''))`;

/** Words consist of letters and digits, so quoting them is enough. */
const expression = (words: Question["words"]) =>
  words.map(({ word, prefix }) => `'${word}'${prefix ? ":*" : ""}`).join(" & ");

export const postgresSearch: SearchIndex = {
  async create(db) {
    for (const each of tables) await rows(db, each);
  },

  async put(db, { kind, recordId, time, title, text }) {
    const second = Math.floor(time.getTime() / 1000);
    const all = [...new Set([...title, ...text])];
    await rows(
      db,
      sql`INSERT INTO search_entries (kind, record_id, second, title, words) VALUES (${kind}, ${recordId}, ${second}, ${list(title)}, ${list(all)})
        ON CONFLICT (kind, record_id) DO UPDATE SET second = excluded.second, title = excluded.title, words = excluded.words`,
    );
  },

  remove: async (db, { kind, recordId }) =>
    void (await rows(db, sql`DELETE FROM search_entries WHERE kind = ${kind} AND record_id = ${recordId}`)),

  clear: async (db, kind) => void (await rows(db, sql`DELETE FROM search_entries WHERE kind = ${kind}`)),

  async find(db, question) {
    const { kind, words, within, records, where, most } = question;
    const column = within === "title" ? sql`e.title` : sql`e.words`;
    const found = await rows<{ record_id: number }>(
      db,
      sql`SELECT e.record_id FROM search_entries e JOIN ${records.table} ON ${records.id} = e.record_id
        WHERE e.kind = ${kind} AND ${column} @@ ${expression(words)}::tsquery AND ${where ?? sql`true`} ORDER BY e.second DESC, e.record_id DESC LIMIT ${most}`,
    );
    return found.map((row) => row.record_id);
  },

  matching: (kind, id) =>
    sql`${id} IN (SELECT e.record_id FROM search_entries e WHERE e.kind = ${kind} AND e.words @@ ${sql.placeholder("searched")}::tsquery ORDER BY e.second DESC, e.record_id DESC LIMIT ${MOST_MATCHING})`,

  matchingValues: (words) => ({ searched: expression(words) }),

  async progress(db, kind) {
    const [row] = await rows<{ version: number; reached: number; done: boolean }>(
      db,
      sql`SELECT version, reached, done FROM search_progress WHERE kind = ${kind}`,
    );
    return row ?? null;
  },

  async setProgress(db, kind, { version, reached, done }) {
    await rows(
      db,
      sql`INSERT INTO search_progress (kind, version, reached, done) VALUES (${kind}, ${version}, ${reached}, ${done})
        ON CONFLICT (kind) DO UPDATE SET version = excluded.version, reached = excluded.reached, done = excluded.done`,
    );
    // Else PostgreSQL puts all matches of a common word in order, until it looks at these tables by itself.
    if (done) await rows(db, sql`ANALYZE search_entries, ${tableOf[kind]}`);
  },
};
