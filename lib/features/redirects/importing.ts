import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { ownRedirects } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { importingInto } from "../references/importing";
import { pathWritten, type Rule } from "./following";
import { readRules } from "./reading";
import { redirectStatuses } from "./schema";
import { checkedColumns, type Columns, forgetMissed, refuseCirclesOf, refuseTooMany } from "./storing";

const rows = importingInto("redirect", ownRedirects);

/** Redirects of another site of this program. */
export const importedRedirects: typeof rows = {
  ...rows,
  insert: async (db, values, times) => {
    await forgetMissed(db, values.source);
    return rows.insert(db, values, times);
  },
};

/** A redirect as another site stored it: its source is a path, decoded. */
export type ImportedRedirect = { source: string; below: boolean; target: string; status: number };

/** The redirect from the same address that is here; null without one. */
export async function findRedirect(db: Database, { source, below }: ImportedRedirect) {
  const same = and(eq(ownRedirects.source, source), eq(ownRedirects.below, below));
  return (await db.select().from(ownRedirects).where(same))[0] ?? null;
}

/** Checks redirects of another site as those that are made here are checked, each together with those before it. */
export class RedirectChecks {
  /** The rules that a transaction sees; all of them are read once in each. */
  readonly #rules = new WeakMap<Database, Rule[]>();

  /** What is stored of it. `id` is its number where it is here already. */
  async columnsOf(db: Database, given: ImportedRedirect, id = 0): Promise<Columns> {
    const status = redirectStatuses.find((each) => each === given.status);
    if (status === undefined) throw new AppError("invalid", `its status ${given.status} is none that a redirect has`);
    const { below, target } = given;
    // Targets stay as they were there: whether one is on this site is not asked again.
    const columns = checkedColumns({ source: pathWritten(given.source), below, target, status }, { site: "" });
    const found = await findRedirect(db, columns);
    if (found && found.id !== id) throw new AppError("invalid", `${columns.source} leads elsewhere here already`);
    const rules = this.#rules.get(db) ?? (await readRules(db));
    const others = rules.filter((rule) => rule.id !== id || id === 0);
    if (id === 0) refuseTooMany(rules.length);
    const next = [{ id, ...columns }, ...others];
    refuseCirclesOf(next);
    this.#rules.set(db, next);
    return columns;
  }
}
