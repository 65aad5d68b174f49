import { vi } from "vitest";
import Sqlite from "../../db/sqlite-driver.mjs";

type Prepare = (sql: string) => { all: (...values: unknown[]) => { detail: string }[] };
const { prototype } = Sqlite as unknown as { prototype: { prepare: Prepare } };

/** How SQLite looks up what statements with this part ask for, from here on; until all mocks are restored. */
export function notePlans(part: string): string[] {
  const { prepare } = prototype;
  const plans: string[] = [];
  vi.spyOn(prototype, "prepare").mockImplementation(function (this: unknown, sql: string) {
    if (sql.includes(part)) {
      const values = Array.from({ length: sql.split("?").length - 1 }, () => "1");
      const plan = prepare.call(this, `EXPLAIN QUERY PLAN ${sql}`).all(...values);
      plans.push(plan.map(({ detail }) => detail).join("\n"));
    }
    return prepare.call(this, sql);
  });
  return plans;
}
