import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bringIntoForm, misshapenIn, unreadableIn } from "./foreign-file";
import { migrateCopy } from "./migrate";
import { knownMigrations } from "./migration-list";
import Sqlite from "./sqlite-driver.mjs";

const all = knownMigrations("sqlite");
const folder = mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? tmpdir(), "foreign-"));
let files = 0;
const fits = () => true;

/** A database file that had all migrations one by one, and then what `change` does to it. */
function aFile(change: (client: Sqlite.Database) => void = () => undefined, applied = all): string {
  const path = join(folder, `${(files += 1)}.db`);
  const client = new Sqlite(path);
  for (const [i] of applied.entries()) migrateCopy(client, applied.slice(0, i + 1));
  change(client);
  client.close();
  return path;
}

it("takes a file as this program makes it, of whatever release", () => {
  for (let count = 1; count <= all.length; count += 1)
    expect([count, bringIntoForm(aFile(undefined, all.slice(0, count)), fits)]).toEqual([
      count,
      { dropped: 0, unfaithful: [], unreadable: [] },
    ]);
});

it("names each table that is not as this program makes it", () => {
  const rebuilt = (table: string, as: string) => (client: Sqlite.Database) => {
    client.pragma("foreign_keys = OFF");
    client.exec(`DROP TABLE ${table}; CREATE ${as}`);
  };
  const changes: [table: string, change: (client: Sqlite.Database) => void][] = [
    ["links", rebuilt("links", "TABLE links (id integer NOT NULL, name text)")],
    ["links", rebuilt("links", "TABLE Links (id integer PRIMARY KEY, name text)")],
    ["links", rebuilt("links", "VIRTUAL TABLE links USING fts5(id, name)")],
    ["tags", (client) => void client.exec("ALTER TABLE tags ADD COLUMN other text AS (upper(name))")],
    ["tags", (client) => void client.exec("CREATE INDEX others ON tags (lower(name))")],
    ["links", (client) => void client.exec("DROP TABLE links")],
  ];
  for (const [table, change] of changes) expect(bringIntoForm(aFile(change), fits).unfaithful).toEqual([table]);
});

it("leaves tables that are nobody's, and makes text of bytes", () => {
  const file = aFile((client) => {
    client.exec("CREATE TABLE notes (a text)");
    client.exec(
      "INSERT INTO options (key, type, value, create_time, update_time) VALUES ('site_title', 'CUSTOM', x'61', 0, 0)",
    );
  });
  expect(bringIntoForm(file, fits).unfaithful).toEqual([]);
  const client = new Sqlite(file);
  expect(client.prepare("SELECT typeof(value) FROM options").pluck().all()).toEqual(["text"]);
  client.close();
});

it("names each column that holds what its kind cannot be", () => {
  const file = aFile((client) => {
    const insert = client.prepare(
      `INSERT INTO jobs (kind, title, state, attempts, progress_done, payload, log, run_at, create_time)
         VALUES ('a', 'a', 'WAITING', ?, ?, ?, ?, ?, 0)`,
    );
    insert.run(0, 1, "{}", "[]", 0);
    insert.run("none", 1.5, "null", "[1, ", -8.64e15);
    insert.run(0, 1, Buffer.from("{'a': 1}"), "[]", 8.64e15 + 1);
  });
  expect(bringIntoForm(file, fits)).toEqual({
    dropped: 0,
    unfaithful: [],
    unreadable: ["jobs.payload", "jobs.run_at", "jobs.attempts", "jobs.progress_done", "jobs.log"],
  });
});

it("names each column that holds a word that is none of its own", () => {
  const rows = ["WAITING", "SLEEPING"].map((state) => ({ state, error: null }));
  const file = aFile((client) => {
    const insert = client.prepare(
      `INSERT INTO jobs (kind, title, state, attempts, progress_done, payload, log, run_at, create_time)
         VALUES ('a', 'a', ?, 0, 1, '{}', '[]', 0, 0)`,
    );
    for (const { state } of rows) insert.run(state);
  });
  expect(bringIntoForm(file, fits).unreadable).toEqual(["jobs.state"]);
  expect(rows.map((row) => misshapenIn("jobs", () => row, fits))).toEqual([[], ["jobs.state"]]);
  // Where a text may have no word at all.
  expect(misshapenIn("posts", () => ({ working_editor_type: null }), fits)).toEqual([]);
});

it("names each column of JSON that holds another form of it than its own", () => {
  const file = aFile((client) => {
    const insert = client.prepare(
      `INSERT INTO jobs (kind, title, state, attempts, progress_done, payload, log, run_at, create_time)
         VALUES ('a', 'a', 'WAITING', 0, 1, ?, ?, 0, 0)`,
    );
    insert.run("{}", "[]");
    insert.run("{}", '{"length": 1}');
  });
  const isList = (column: string, value: unknown) => column !== "jobs.log" || Array.isArray(value);
  expect(bringIntoForm(file, isList).unreadable).toEqual(["jobs.log"]);
  expect([unreadableIn(file, isList), unreadableIn(file, fits)]).toEqual([["jobs.log"], []]);
});
