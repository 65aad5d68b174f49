import Sqlite from "better-sqlite3";

export default Sqlite;
export const driverName: string;
