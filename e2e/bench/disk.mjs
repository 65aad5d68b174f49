// The disk's limit: committed transactions of one row each, per second.
import { rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { answerMessages } from "./processes.mjs";

answerMessages(({ folder, ms }) => {
  const file = join(folder, "disk.db");
  const db = new Sqlite(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("create table if not exists rows (id integer primary key, text text not null)");
  const insert = db.prepare("insert into rows (text) values (?)");
  const text = "x".repeat(100);
  const began = performance.now();
  let rows = 0;
  for (; performance.now() - began < ms; rows += 1) insert.run(text);
  const seconds = (performance.now() - began) / 1000;
  db.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  return { commits: rows / seconds };
});
