import { eq } from "drizzle-orm";
import { users } from "../../../../db/schema";
import { type Actor, roles } from "../../../core/access";
import { AppError } from "../../../core/errors";
import { engine } from "../../../core/operation";
import { named } from "./queries";
import { type Asker, hashPassword, isOutdated, verifyPassword } from "../passwords/password";
import type { CheckedSignIn, Credentials } from "../credentials-schema";

/** One text for every fault of name and password, so that it does not reveal which accounts exist. */
export const badCredentials = () => new AppError("unauthenticated", "The name or the password is wrong.");

export const factorNeeded = () =>
  new AppError("mfa_required", "Please send the six digits of your second factor as well.");

/** The same text for a wrong, a used and a mistimed code. */
export const wrongFactor = () =>
  new AppError(
    "mfa_required",
    "This code is wrong or was already used. Wait for the next one; if that fails too, check the clock of your phone.",
  );

export type Account = Pick<CheckedSignIn, "userId" | "username" | "passwordHash" | "updateTime"> & {
  mfaType: string;
  mfaKey: string | null;
  role: Actor["role"];
};

export type Checked =
  | { verdict: "right"; account: Account }
  /** `userId` is for the audit log; the caller must not learn it. */
  | { verdict: "wrong"; userId: number | null; reason: "credentials" | "suspended" | "factor" };

const accountColumns = {
  userId: users.id,
  username: users.username,
  role: users.role,
  passwordHash: users.passwordHash,
  mfaType: users.mfaType,
  mfaKey: users.mfaKey,
  suspended: users.suspended,
  updateTime: users.updateTime,
};

/** Checks name and password on a read connection; hashes once, whether the account exists or not, in the asker's turn. */
export async function checkCredentials(input: Credentials, asker: Asker): Promise<Checked> {
  const [row] = await engine().reader.select(accountColumns).from(users).where(named(input.username));
  const right = await verifyPassword(input.password, row?.passwordHash ?? null, asker);
  if (!row || !right || row.passwordHash === null)
    return { verdict: "wrong", userId: row?.userId ?? null, reason: "credentials" };
  if (row.suspended) return { verdict: "wrong", userId: row.userId, reason: "suspended" };
  return { verdict: "right", account: accountOf(row, row.passwordHash) };
}

const accountOf = (
  { userId, username, role, mfaType, mfaKey, updateTime }: Omit<Account, "passwordHash" | "role"> & { role: string },
  passwordHash: string,
): Account => ({
  userId,
  username,
  passwordHash,
  mfaType,
  mfaKey,
  updateTime,
  role: roles.find((known) => known === role) ?? "VISITOR",
});

/** Who asks, as the account that they have shown to be theirs. */
export const actorOf = (actor: Actor, { userId, username, role }: Account): Actor => ({
  ...actor,
  id: userId,
  name: username,
  role,
});

/** An account whose password was right a moment ago; null if it may not sign in any more. */
export async function findAccount(userId: number): Promise<Account | null> {
  const [row] = await engine().reader.select(accountColumns).from(users).where(eq(users.id, userId));
  return row && !row.suspended && row.passwordHash !== null ? accountOf(row, row.passwordHash) : null;
}

/** The reason why a right password does not sign in, if there is one. */
export const needsFactor = (account: Account): boolean => account.mfaType !== "NONE";

/** A new hash in place of an older scheme or cost, while the password is known. */
export const renewedHash = async (account: Account, password: string, asker: Asker): Promise<string | null> =>
  isOutdated(account.passwordHash) ? hashPassword(password, asker) : null;
