import { changedSince, comesBack, credentials, leftSince, mailedSince, openJobs } from "./credentials";
import { highestTaken } from "./highest-number";
import { markOfAddress } from "./schema/withdrawals";
import Sqlite from "./sqlite-driver.mjs";

/**
 * No number is given a second time, since links that were handed over name records by theirs. A site that has none left
 * keeps nobody from going back to an earlier one.
 */
const continueNumbers = `
  UPDATE main.sqlite_sequence AS c SET seq = max(c.seq, l.seq) FROM live.sqlite_sequence AS l
    WHERE l.name = c.name AND l.seq <= highest_taken(l.name);
  INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM live.sqlite_sequence
    WHERE name IN (SELECT name FROM main.sqlite_master) AND name NOT IN (SELECT name FROM main.sqlite_sequence)
    AND seq <= highest_taken(name)`;

function dropBeside(client: Sqlite.Database, live: string): string[] {
  client.prepare("ATTACH ? AS live").run(live);
  client.function("mark_of", (email) => markOfAddress(String(email)));
  client.function("highest_taken", (table) => highestTaken(String(table)));
  const known = client.prepare<[], string>("SELECT name FROM live.sqlite_master WHERE type = 'table'").pluck().all();
  const back = known.includes("users") ? client.prepare<[], string>(changedSince("main", "live")).pluck().all() : [];
  client.transaction(() => {
    for (const table of Object.keys(credentials)) {
      const lives = known.includes(table) ? comesBack(table, "main", "live") : ":now < 0";
      const which = table === "jobs" ? `${openJobs} AND ` : "";
      client
        .prepare(`DELETE FROM main."${table}" AS c WHERE ${which}NOT ${lives} AND :now > 0`)
        .run({ now: Date.now() });
    }
    if (known.includes("mailings")) client.exec(mailedSince("main", "live"));
    if (known.includes("withdrawals"))
      for (const statement of leftSince("main", "live", (column) => `mark_of(${column})`)) client.exec(statement);
    if (known.includes("sqlite_sequence")) client.exec(continueNumbers);
  })();
  client.exec("DETACH live");
  return back;
}

/** A machine that has nothing of the site: its scripts go on, and everybody else signs in again. */
function dropAlone(client: Sqlite.Database): void {
  client.exec(
    "DELETE FROM tokens WHERE kind <> 'PERSONAL'; DELETE FROM sessions; DELETE FROM codes; DELETE FROM invitations; DELETE FROM registration_codes",
  );
}

/** Nothing can be known of the replaced database, so nothing is trusted. */
function dropAll(client: Sqlite.Database): void {
  dropAlone(client);
  client.exec("DELETE FROM tokens");
}

/**
 * Takes from a prepared database what was revoked since its backup, and lets its numbers go on: `live` is the database
 * that it replaces, or null. Returns whether that could be read, and the accounts that get back what they lost since.
 */
export function dropRevoked(prepared: string, live: string | null): { isKnown: boolean; back: string[] } {
  const client = new Sqlite(prepared);
  try {
    client.pragma("foreign_keys = ON");
    client.pragma("synchronous = FULL");
    if (live === null) {
      dropAlone(client);
      return { isKnown: true, back: [] };
    }
    try {
      return { isKnown: true, back: dropBeside(client, live) };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(String(error.code))))
        throw error;
      dropAll(client);
      return { isKnown: false, back: [] };
    }
  } finally {
    client.pragma("wal_checkpoint(TRUNCATE)");
    client.close();
  }
}
