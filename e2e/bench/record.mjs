// Loaded into a server before it starts (`node --import`): writes down every statement of the transactions that
// store a post, as better-sqlite3 is given it, for bare-create.mjs to run again.
import { appendFileSync } from "node:fs";
import { serialize } from "node:v8";
import Sqlite from "better-sqlite3";

const file = process.env.BENCH_RECORD;
// oxlint-disable-next-line typescript/unbound-method -- called on each connection below
const { prepare } = Sqlite.prototype;

/** The transaction that a connection is in; null: none. */
const open = new WeakMap();

function noted(db, call) {
  const { sql } = call;
  if (/^begin/i.test(sql)) open.set(db, []);
  open.get(db)?.push(call);
  if (/^(commit|rollback)/i.test(sql)) {
    const transaction = open.get(db) ?? [];
    open.delete(db);
    if (!transaction.some((each) => /^insert into "posts"/i.test(each.sql))) return;
    const bytes = serialize(transaction);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    appendFileSync(file, Buffer.concat([length, bytes]));
  }
}

Sqlite.prototype.prepare = function recorded(sql) {
  const statement = prepare.call(this, sql);
  /** How rows are answered: as objects, arrays or single values. */
  let shape;
  for (const name of ["raw", "pluck"]) {
    const own = statement[name];
    statement[name] = () => {
      shape = name;
      return own.call(statement);
    };
  }
  for (const manner of ["run", "get", "all"]) {
    const own = statement[manner];
    statement[manner] = (...params) => {
      noted(this, { sql, manner, shape, params });
      return own.apply(statement, params);
    };
  }
  return statement;
};
