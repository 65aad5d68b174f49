import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { users } from "../../../db/schema";
import { AppError, invalid } from "../../core/errors";
import { named } from "../accounts/users/queries";

type Chosen = { author?: string | undefined; authorMap?: Readonly<Record<string, string>> | undefined };

const isThere = async (db: Database, username: string): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(named(username)).limit(1)).length > 0;

/** Refuses names of accounts that are not here, each at its author. */
async function requireAccounts(db: Database, authorMap: NonNullable<Chosen["authorMap"]>): Promise<void> {
  const errors: { field: string; code: string; message: string }[] = [];
  for (const [name, username] of Object.entries(authorMap))
    if (!(await isThere(db, username)))
      errors.push({
        field: `authorMap.${name}`,
        code: "unknown_account",
        message: `There is no account "${username}" for the author "${name}".`,
      });
  const [first] = errors;
  if (first) throw new AppError("invalid", first.message, { errors });
}

/** The account that imported records belong to: the named one, or the first ADMIN. Refuses names of no accounts. */
export async function authorFor(
  db: Database,
  { author, authorMap = {} }: Chosen,
): Promise<{ id: number; username: string }> {
  const which = author === undefined ? and(eq(users.role, "ADMIN"), eq(users.suspended, false)) : named(author);
  const [row] = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(which)
    .orderBy(asc(users.id))
    .limit(1);
  if (!row) throw author === undefined ? noAccountYet() : noSuchAccount(author);
  await requireAccounts(db, authorMap);
  return row;
}

const noSuchAccount = (username: string) =>
  invalid("author", "unknown_account", `There is no account "${username}" that the posts could belong to.`);

const noAccountYet = () =>
  new AppError(
    "conflict",
    "There is no account yet to own the posts. Create one first. Make one with `npm run cms -- user create`, or open /setup.",
    { reason: "no_account" },
  );
