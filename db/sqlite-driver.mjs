// The one place where SQLite's driver is chosen; programs, tests and the bench all take it from here.
import { createRequire } from "node:module";

/**
 * better-sqlite3 13 needs version 10 of Node's interface for native code, which Node 20 and the first of 22 lack.
 * better-sqlite3 12 aborts where it was compiled with the headers of Node 24.19 or newer (nodejs/node#65446).
 */
export const driverName = Number(process.versions.napi) >= 10 ? "better-sqlite3-13" : "better-sqlite3";

/** @type {typeof import("better-sqlite3")} */
const Sqlite = createRequire(import.meta.url)(driverName);
export default Sqlite;
