// The same as record.mjs for a server on PostgreSQL: what its driver gets, for bare-create-postgres.mjs to repeat.
import pg from "pg";
import { recorder } from "./recording.mjs";

// oxlint-disable-next-line typescript/unbound-method -- called on each connection below
const { query } = pg.Client.prototype;
const noted = recorder();

pg.Client.prototype.query = function recorded(given, values, ...rest) {
  const sql = typeof given === "string" ? given : given?.text;
  if (typeof sql === "string") noted(this, { sql, values: Array.isArray(values) ? values : given.values });
  return query.call(this, given, values, ...rest);
};
