import Sqlite from "../../db/sqlite-driver.mjs";

/*
 * A statement that names records by their ids has to find them by these. SQLite, which does not know how many rows have
 * a state, may read all of them instead, and no test with few rows would show it. `rowByRow` prevents it.
 */
const naming = /"(\w+)"\."id" in \(\?/;

/** What is wrong with the plan of a statement; null: nothing. */
export function slowLookup(sql: string, plan: readonly string[]): string | null {
  const table = naming.exec(sql)?.[1];
  if (!table) return null;
  const reads = plan.filter((line) => new RegExp(`^(SEARCH|SCAN) ${table}\\b`).test(line));
  const isFound = reads.length === 0 || reads.some((line) => line.includes("INTEGER PRIMARY KEY"));
  return isFound ? null : `This statement does not look its rows up by their ids (${reads.join(", ")}):\n${sql}`;
}

const { prototype } = Sqlite as unknown as {
  prototype: { prepare: (sql: string) => Statement; looksAt?: Set<string> };
};
type Statement = { all(...values: unknown[]): unknown[] };

// Statements that miss the ids they name fail where they are prepared. Test files share the driver, so once is enough.
if (!prototype.looksAt) {
  const { prepare } = prototype;
  const seen = (prototype.looksAt = new Set());
  prototype.prepare = function (sql) {
    if (naming.test(sql) && !seen.has(sql)) {
      seen.add(sql);
      const values = Array.from({ length: sql.split("?").length - 1 }, () => 1);
      const plan = prepare.call(this, `EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
      const fault = slowLookup(
        sql,
        plan.map(({ detail }) => detail),
      );
      if (fault) throw new Error(fault);
    }
    return prepare.call(this, sql);
  };
}
