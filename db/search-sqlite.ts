import { sql } from "drizzle-orm";
import type Sqlite from "better-sqlite3";
import { type EntryOf, MOST_MATCHING, type Progress, type Question, type SearchIndex } from "./search-shape";
import type { Database } from "./sqlite";

/**
 * FTS5 without a copy of the texts. Its rows are numbered by date, so that the newest of however many
 * are read first and the reading ends with the page: a word in every post costs no more than a rare one.
 * The tokenizer only splits at the spaces between our words.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS search_entries (place INTEGER PRIMARY KEY, kind TEXT NOT NULL, record_id INTEGER NOT NULL, UNIQUE (kind, record_id));
  CREATE TABLE IF NOT EXISTS search_progress (kind TEXT PRIMARY KEY, version INTEGER NOT NULL, reached INTEGER NOT NULL, done INTEGER NOT NULL);
  CREATE VIRTUAL TABLE IF NOT EXISTS search_words USING fts5(title, text, content='', contentless_delete=1, detail='column', tokenize='ascii', prefix='1 2 3');
`;

/** Places for records of one second; whole numbers stay exact up to the year 9999. */
const PER_SECOND = 16_384;
/** The year 1000 in seconds: the first there is. */
const FIRST_SECOND = -30_610_224_000;

const placeFor = (time: Date, recordId: number) => (Math.floor(time.getTime() / 1000) - FIRST_SECOND) * PER_SECOND + (recordId % PER_SECOND);

const statements = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement<unknown[], number>>>();

/** A statement compiled once for each connection. */
function prepare(db: Database, text: string): Sqlite.Statement<unknown[], number> {
  const client = db.$client;
  let own = statements.get(client);
  if (!own) statements.set(client, (own = new Map()));
  let statement = own.get(text);
  if (!statement) own.set(text, (statement = client.prepare<unknown[], number>(text)));
  return statement;
}

const placeOf = (db: Database, { kind, recordId }: EntryOf) => prepare(db, "SELECT place FROM search_entries WHERE kind = ? AND record_id = ?").pluck().get(kind, recordId);

function forget(db: Database, place: number): void {
  prepare(db, "DELETE FROM search_words WHERE rowid = ?").run(place);
  prepare(db, "DELETE FROM search_entries WHERE place = ?").run(place);
}

/** Words are letters and digits only; in quotes none of them is syntax. */
const expression = (words: Question["words"]) => (words.length === 0 ? '""' : `(${words.map(({ word, prefix }) => `"${word}"${prefix ? " *" : ""}`).join(" AND ")})`);

export const sqliteSearch: SearchIndex = {
  create: async (db) => void db.$client.exec(tables),

  async put(db, entry) {
    const before = placeOf(db, entry);
    if (before !== undefined) forget(db, before);
    let place = placeFor(entry.time, entry.recordId);
    const take = prepare(db, "INSERT INTO search_entries (place, kind, record_id) VALUES (?, ?, ?) ON CONFLICT (place) DO NOTHING");
    while (take.run(place, entry.kind, entry.recordId).changes === 0) place += 1;
    prepare(db, "INSERT INTO search_words (rowid, title, text) VALUES (?, ?, ?)").run(place, entry.title.join(" "), entry.text.join(" "));
  },

  async remove(db, of) {
    const place = placeOf(db, of);
    if (place !== undefined) forget(db, place);
  },

  async clear(db, kind) {
    prepare(db, "DELETE FROM search_words WHERE rowid IN (SELECT place FROM search_entries WHERE kind = ?)").run(kind);
    prepare(db, "DELETE FROM search_entries WHERE kind = ?").run(kind);
  },

  async find(db, question) {
    const { kind, words, within, records, where, most } = question;
    const rows = db.values<[number]>(
      // CROSS JOIN keeps the order of reading: words first, then what they are about.
      sql`SELECT e.record_id FROM search_words w CROSS JOIN search_entries e ON e.place = w.rowid CROSS JOIN ${records.table} ON ${records.id} = e.record_id
        WHERE search_words MATCH ${`${within === "title" ? "{title} : " : ""}${expression(words)}`} AND e.kind = ${kind} AND ${where ?? sql`1 = 1`} ORDER BY w.rowid DESC LIMIT ${most}`,
    );
    return rows.map(([id]) => id);
  },

  matching: (kind, id) =>
    sql`${id} IN (SELECT e.record_id FROM search_words w CROSS JOIN search_entries e ON e.place = w.rowid
      WHERE search_words MATCH ${sql.placeholder("searched")} AND e.kind = ${kind} ORDER BY w.rowid DESC LIMIT ${MOST_MATCHING})`,

  expression,

  async progress(db, kind) {
    const [row] = db.values<[number, number, number]>(sql`SELECT version, reached, done FROM search_progress WHERE kind = ${kind}`);
    return row ? { version: row[0], reached: row[1], done: row[2] === 1 } : null;
  },

  async setProgress(db, kind, { version, reached, done }: Progress) {
    prepare(db, "INSERT OR REPLACE INTO search_progress (kind, version, reached, done) VALUES (?, ?, ?, ?)").run(kind, version, reached, done ? 1 : 0);
  },
};
