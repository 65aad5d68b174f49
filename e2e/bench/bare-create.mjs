// The limit of creating posts: the statements that our server ran (record.mjs), with the same values, one transaction
// per post, by better-sqlite3 alone. Each round begins with the same copy of the database.
import { copyFileSync, rmSync } from "node:fs";
import Sqlite from "../../db/sqlite-driver.mjs";
import { answerMessages } from "./processes.mjs";
import { transactionsIn } from "./recording.mjs";

let transactions;

/** `{ recording, before, copy }`: runs the recorded statements on a copy of the database from before them. */
answerMessages(({ recording, before, copy }) => {
  transactions ??= transactionsIn(recording);
  copyFileSync(before, copy);
  const db = new Sqlite(copy);
  db.pragma("foreign_keys = ON");
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("wal_autocheckpoint = 8000");
  db.pragma("temp_store = MEMORY");
  const statements = new Map();
  const prepared = (sql, shape) => {
    const key = `${shape} ${sql}`;
    if (!statements.has(key)) statements.set(key, shape ? db.prepare(sql)[shape]() : db.prepare(sql));
    return statements.get(key);
  };
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (const transaction of transactions)
    for (const { sql, manner, shape, params } of transaction) prepared(sql, shape)[manner](...params);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  db.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(copy + end, { force: true });
  const count = transactions.length;
  return {
    perSecond: count / seconds,
    perCpu: (count * 1_000_000) / (user + system),
    statements: transactions[0].length,
  };
});
