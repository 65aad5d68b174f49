// Loaded into a server before it starts (`node --import`): records every statement of the transactions that store a
// post, as better-sqlite3 gets it, for bare-create.mjs to repeat.
import Sqlite from "../../db/sqlite-driver.mjs";
import { recorder } from "./recording.mjs";

// oxlint-disable-next-line typescript/unbound-method -- called on each connection below
const { prepare } = Sqlite.prototype;
const noted = recorder();

Sqlite.prototype.prepare = function recorded(sql) {
  const statement = prepare.call(this, sql);
  /** The form of rows: objects, arrays or single values. */
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
