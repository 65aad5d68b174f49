// The file between a server whose statements are recorded and the program that repeats them.
import { appendFileSync, readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";

/**
 * Notes the statements of connections, and appends each transaction that stored a post to the file that BENCH_RECORD
 * names.
 */
export function recorder() {
  const file = process.env.BENCH_RECORD;
  /** The open transaction of a connection; null without one. */
  const open = new WeakMap();
  return (db, call) => {
    const { sql } = call;
    if (/^begin/i.test(sql)) open.set(db, []);
    open.get(db)?.push(call);
    if (!/^(commit|rollback)/i.test(sql)) return;
    const transaction = open.get(db) ?? [];
    open.delete(db);
    if (!transaction.some((each) => /^insert into "posts"/i.test(each.sql))) return;
    const bytes = serialize(transaction);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    appendFileSync(file, Buffer.concat([length, bytes]));
  };
}

/** The recorded statements, one list for each post. */
export function transactionsIn(file) {
  const bytes = readFileSync(file);
  const found = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at))
    found.push(deserialize(bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at))));
  return found;
}
