import type Sqlite from "better-sqlite3";

/** Tells every statement that a connection runs from here on, as SQLite gets it. */
export function noteStatements(client: Sqlite.Database, note: (sql: string) => void): void {
  const prepare = client.prepare.bind(client);
  client.prepare = ((sql: string) => {
    const statement = prepare(sql);
    for (const manner of ["run", "get", "all"] as const) {
      const own = statement[manner].bind(statement);
      Object.assign(statement, {
        [manner]: (...given: unknown[]) => {
          note(sql);
          return own(...given);
        },
      });
    }
    return statement;
  }) as typeof client.prepare;
}
