import { type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type Sqlite from "better-sqlite3";
import { aside } from "./aside";
import { type EntryOf, MOST_MATCHING, type Progress, type Question, type SearchIndex } from "./search-shape";
import type { Database } from "./sqlite";

/**
 * FTS5 without a copy of the texts. Rows are numbered by date, so that a search reads the newest first and stops at the
 * end of the page: a word in every post costs no more than a rare one. The tokenizer only splits at spaces; the words
 * of a title occur a second time, marked.
 */
const words = `CREATE VIRTUAL TABLE search_words USING fts5(words, content='', contentless_delete=1, detail='none', tokenize='ascii', prefix='1 2 3')`;

/**
 * New entries wait in a table until there are enough: written one by one, each would cost FTS5 a segment and its
 * merging.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS search_entries (place INTEGER PRIMARY KEY, kind TEXT NOT NULL, record_id INTEGER NOT NULL, UNIQUE (kind, record_id));
  CREATE TABLE IF NOT EXISTS search_waiting (place INTEGER PRIMARY KEY, words TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS search_progress (kind TEXT PRIMARY KEY, version INTEGER NOT NULL, reached INTEGER NOT NULL, done INTEGER NOT NULL);
`;

/** The most entries that wait, and the most characters of all: each search looks through them for each of its words. */
const [MOST_WAITING, MOST_CHARACTERS] = [32, 64 * 1024];

/** Marks the words of titles; occurs in no word. */
const IN_TITLE = "§";

/** Numbers per second for records of the same second; stays an exact integer up to the year 9999. */
const PER_SECOND = 16_384;
/** The year 1000 in seconds, the earliest date. */
const FIRST_SECOND = -30_610_224_000;

const placeFor = (time: Date, recordId: number) =>
  (Math.floor(time.getTime() / 1000) - FIRST_SECOND) * PER_SECOND + (recordId % PER_SECOND);

const statements = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement<unknown[], number>>>();

/** Compiles a statement once per connection. */
function prepare(db: Database, text: string): Sqlite.Statement<unknown[], number> {
  const client = db.$client;
  let own = statements.get(client);
  if (!own) statements.set(client, (own = new Map<string, Sqlite.Statement<unknown[], number>>()));
  let statement = own.get(text);
  if (!statement) own.set(text, (statement = client.prepare<unknown[], number>(text)));
  return statement;
}

const dialect = new SQLiteSyncDialect({ casing: "snake_case" });

/** Reads with a generated statement, compiled when first used. */
function read<T>(db: Database, query: SQL): T[] {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return prepare(db, text)
    .raw()
    .all(...params) as unknown as T[];
}

/** The same where it may take long. */
async function readFar<T>(db: Database, query: SQL): Promise<T[]> {
  const far = aside(db, "pages");
  return far === db ? read(db, query) : Promise.resolve(far.values(query) as T[]);
}

const placeOf = (db: Database, { kind, recordId }: EntryOf) =>
  prepare(db, "SELECT place FROM search_entries WHERE kind = ? AND record_id = ?").pluck().get(kind, recordId);

function forget(db: Database, place: number): void {
  if (prepare(db, "DELETE FROM search_waiting WHERE place = ?").run(place).changes === 0)
    prepare(db, "DELETE FROM search_words WHERE rowid = ?").run(place);
  prepare(db, "DELETE FROM search_entries WHERE place = ?").run(place);
}

/** Moves waiting entries into the index. */
function indexWaiting(db: Database): void {
  prepare(db, "INSERT INTO search_words (rowid, words) SELECT place, words FROM search_waiting").run();
  prepare(db, "DELETE FROM search_waiting").run();
}

/** Words consist of letters and digits, so quoting them is enough. */
const expression = (asked: Question["words"], mark = "") =>
  asked.length === 0
    ? '""'
    : `(${asked.map(({ word, prefix }) => `"${mark}${word}"${prefix ? " *" : ""}`).join(" AND ")})`;

/** The strings that a waiting entry must contain; two spaces never occur. */
const parts = (asked: Question["words"], mark = "") =>
  JSON.stringify(asked.length === 0 ? ["  "] : asked.map(({ word, prefix }) => ` ${mark}${word}${prefix ? "" : " "}`));

const holds = (given: unknown) =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${given}) part WHERE instr(w.words, part.value) = 0)`;

/** The places of the entries of some time. */
const placesDuring = ({ from, until }: { from: Date; until: Date }) =>
  // With the whole last second, of which `where` takes its part. The index takes whole numbers only, and the driver passes
  // large ones as broken ones.
  sql` AND w.rowid >= cast(${placeFor(from, 0)} as integer) AND w.rowid < cast(${placeFor(until, 0) + PER_SECOND} as integer)`;

export const sqliteSearch: SearchIndex = {
  async create(db) {
    const [of] = db.values<[string]>(sql`SELECT sql FROM sqlite_master WHERE name = 'search_words'`);
    // An index with another table definition is rebuilt in the background, like one of another version.
    if (of && of[0] !== words)
      db.$client.exec(
        "DROP TABLE search_words; DROP TABLE search_entries; DROP TABLE IF EXISTS search_waiting; DROP TABLE search_progress",
      );
    db.$client.exec(tables);
    if (of?.[0] !== words) db.$client.exec(words);
  },

  async put(db, entry) {
    const before = placeOf(db, entry);
    if (before !== undefined) forget(db, before);
    let place = placeFor(entry.time, entry.recordId);
    const take = prepare(
      db,
      "INSERT INTO search_entries (place, kind, record_id) VALUES (?, ?, ?) ON CONFLICT (place) DO NOTHING",
    );
    while (take.run(place, entry.kind, entry.recordId).changes === 0) place += 1;
    const own = [...new Set([...entry.title, ...entry.text]), ...entry.title.map((word) => IN_TITLE + word)];
    prepare(db, "INSERT INTO search_waiting (place, words) VALUES (?, ?)").run(place, ` ${own.join(" ")} `);
    const [waiting = 0, characters = 0] =
      read<[number, number]>(db, sql`SELECT count(*), sum(length(words)) FROM search_waiting`)[0] ?? [];
    if (waiting >= MOST_WAITING || characters >= MOST_CHARACTERS) indexWaiting(db);
  },

  async remove(db, of) {
    const place = placeOf(db, of);
    if (place !== undefined) forget(db, place);
  },

  async clear(db, kind) {
    indexWaiting(db);
    prepare(db, "DELETE FROM search_words WHERE rowid IN (SELECT place FROM search_entries WHERE kind = ?)").run(kind);
    prepare(db, "DELETE FROM search_entries WHERE kind = ?").run(kind);
  },

  async find(db, question) {
    const { kind, words: asked, within, records, where, during, most } = question;
    const mark = within === "title" ? IN_TITLE : "";
    const about = sql`CROSS JOIN ${records.table} ON ${records.id} = e.record_id WHERE e.kind = ${kind} AND ${where ?? sql`1 = 1`}`;
    const times = during ? placesDuring(during) : sql``;
    // CROSS JOIN fixes the join order: words first, newest first, then their records. Where few of these are among those
    // asked for, it looks at all entries with the words. NOT INDEXED leaves the place to find an entry by: by the index, all
    // posts of a tag would be tried for each.
    const rows = await readFar<[number, number]>(
      db,
      sql`SELECT e.place, e.record_id FROM search_words w CROSS JOIN search_entries e NOT INDEXED ON e.place = w.rowid ${about} AND search_words MATCH ${expression(asked, mark)}${times} ORDER BY w.rowid DESC LIMIT ${most}`,
    );
    const waiting = read<[number, number]>(
      db,
      sql`SELECT e.place, e.record_id FROM search_waiting w CROSS JOIN search_entries e NOT INDEXED ON e.place = w.place ${about} AND ${holds(parts(asked, mark))}`,
    );
    const all = waiting.length === 0 ? rows : [...rows, ...waiting].sort(([a], [b]) => b - a);
    return all.slice(0, most).map(([, id]) => id);
  },

  matching: (kind, id) =>
    sql`${id} IN (
      SELECT * FROM (SELECT e.record_id FROM search_words w CROSS JOIN search_entries e ON e.place = w.rowid
        WHERE search_words MATCH ${sql.placeholder("searched")} AND e.kind = ${kind} ORDER BY w.rowid DESC LIMIT ${MOST_MATCHING})
      UNION ALL SELECT e.record_id FROM search_waiting w CROSS JOIN search_entries e ON e.place = w.place WHERE e.kind = ${kind} AND ${holds(sql.placeholder("searchedParts"))})`,

  matchingValues: (asked) => ({ searched: expression(asked), searchedParts: parts(asked) }),

  async progress(db, kind) {
    const [row] = db.values<[number, number, number]>(
      sql`SELECT version, reached, done FROM search_progress WHERE kind = ${kind}`,
    );
    return row ? { version: row[0], reached: row[1], done: row[2] === 1 } : null;
  },

  async setProgress(db, kind, { version, reached, done }: Progress) {
    prepare(db, "INSERT OR REPLACE INTO search_progress (kind, version, reached, done) VALUES (?, ?, ?, ?)").run(
      kind,
      version,
      reached,
      done ? 1 : 0,
    );
  },
};
