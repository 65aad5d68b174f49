import { randomInt } from "node:crypto";
import { and, eq, gt, lt, lte, or } from "drizzle-orm";
import type { Database } from "../../../../db";
import { lower } from "../../../../db/dialect";
import { plus } from "../../../../db/expressions";
import { registrationCodes, users } from "../../../../db/schema";
import { CODE_LIFETIME_S, createMailedCode, MAIL_PACE_S } from "../tokens/codes";
import type { Actor } from "../../../core/access";
import { type AttemptKey, mailAttempts, mailKeys } from "../../../services/limits/attempts";
import { widestNetworkOf } from "../../../services/limits/networks";
import { SharedAllowance } from "../../../services/limits/rate";
import { AppError } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { latestNow } from "../../../core/latest-now";
import { engine, mutation, procedure } from "../../../core/operation";
import { sameSecret, sign } from "../../../core/secrets";
import { shared } from "../../../core/shared";
import { mailEnabled, queueMail } from "../../../services/mail/queue";
import { addressOf, readOption, readOptions } from "../../../services/settings/reading";
import { codeGuess, nameKey, registrationCodeRequest, type Registration, whether } from "../schema";

/** Codes that strangers have mailed in an hour, to whatever addresses. */
const ofAll = shared(
  "registration codes of all",
  () => new SharedAllowance("registration codes of all", "requests", 120, 60 * 60 * 1000),
);

/**
 * The most guesses at six digits: of one network, so that no stranger uses up a code before whoever it was mailed to,
 * and of all.
 */
const [MOST_OF_NETWORK, MOST_TRIES] = [5, 20];

/** The counter of a network's guesses at the code mailed to an address; it forgets no sooner than a code ends. */
export const guessesAtCodeOf = (email: string, ip: string | null): AttemptKey => ({
  name: `${widestNetworkOf(ip)} code of ${nameKey(email)}`,
  most: MOST_OF_NETWORK,
  clears: true,
  windowMs: CODE_LIFETIME_S * 1000,
});

type Given = Pick<Registration, "code" | "email">;

export const isSixDigits = (code: string): boolean => /^\d{6}$/.test(code);
/** Made with the address, so that no table of a million hashes reveals the digits. */
const markOf = ({ code, email }: Given): string => sign("registration-code", `${nameKey(email)} ${code}`);

/**
 * Mails six digits for registration to an address. Answers the same where the address has an account; its owner is told
 * by mail then.
 */
export const requestRegistrationCode = procedure("requestRegistrationCode", {
  can: "sign in",
  input: registrationCodeRequest,
  output: nothing,
  example: { email: "grace@example.org" },
  // Registration can be turned off.
  refusals: ["forbidden"],
  // The step that mails it writes the audit row.
  run: async ({ actor }, { email }) => {
    const db = engine().reader;
    if (!(await readOption(db, "registration_enabled")))
      throw new AppError("forbidden", "Registration is closed. An administrator can invite you.");
    if (!(await mailEnabled(db)))
      throw new AppError("unavailable", "This site does not send mail at the moment. An administrator can invite you.");
    await mailAttempts.attempt(
      mailKeys(`registration of ${nameKey(email)}`, actor.ip),
      async () => {
        await ofAll.take("site", actor.ip);
        await mailCode(actor, { email });
      },
      () => "failed",
    );
  },
});

const mailCode = mutation("requestRegistrationCode", {
  can: "sign in",
  counted: "requests for codes to register",
  input: registrationCodeRequest,
  output: nothing,
  touches: () => [],
  about: () => ({ subject: "registration", summary: "A code to register was asked for." }),
  run: async ({ db, now }, { email }) => {
    const [account] = await db
      .select({ id: users.id, username: users.username, locale: users.locale })
      .from(users)
      .where(eq(lower(users.email), nameKey(email)));
    if (account) {
      if ((await createMailedCode(db, account.id, "registered-already", now)) === null) return;
      await queueMail(db, {
        to: email,
        template: "alreadyRegistered",
        locale: account.locale,
        data: { username: account.username, link: `${addressOf(await readOptions(db))}/login` },
      });
      return;
    }
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const values = {
      mark: markOf({ code, email }),
      tries: 0,
      createTime: now,
      expireTime: new Date(now.getTime() + CODE_LIFETIME_S * 1000),
    };
    const { expireTime, createTime } = registrationCodes;
    await db.delete(registrationCodes).where(or(lt(expireTime, now), gt(createTime, latestNow(now))));
    // A recent code stays, so that strangers who ask for this address neither end it nor flood the inbox.
    const setWhere = lte(createTime, new Date(now.getTime() - MAIL_PACE_S * 1000));
    const stored = await db
      .insert(registrationCodes)
      .values({ email: nameKey(email), ...values })
      .onConflictDoUpdate({ target: registrationCodes.email, set: values, setWhere })
      .returning({ email: registrationCodes.email });
    if (stored.length === 0) return;
    await queueMail(db, { to: email, template: "registrationCode", data: { code } });
  },
});

/**
 * Counts one guess before it is checked, so that simultaneous guesses get no more tries; stored whatever the answer.
 */
const countGuess = mutation("guessRegistrationCode", {
  can: "sign in",
  input: codeGuess,
  output: whether,
  silent: true,
  touches: () => [],
  run: async ({ db, now }, given) => {
    const open = and(
      eq(registrationCodes.email, nameKey(given.email)),
      gt(registrationCodes.expireTime, now),
      lt(registrationCodes.tries, MOST_TRIES),
    );
    const [row] = await db
      .update(registrationCodes)
      .set({ tries: plus(registrationCodes.tries, 1) })
      .where(open)
      .returning({ mark: registrationCodes.mark });
    return row !== undefined && sameSecret(row.mark, markOf(given));
  },
});

/** Whether these six digits were mailed to this address; each check counts as a guess. */
export async function isMailedCode(actor: Actor, { code, email }: Given): Promise<boolean> {
  if (!isSixDigits(code) || !(await readOption(engine().reader, "registration_enabled"))) return false;
  return countGuess(actor, { code, email });
}

/** Uses up a mailed code; one DELETE decides between simultaneous uses. */
export async function useMailedCode(
  db: Database,
  given: Given,
  now: Date,
): Promise<{ role: "SUBSCRIBER"; invitationId: null } | null> {
  if (!isSixDigits(given.code)) return null;
  const these = and(
    eq(registrationCodes.email, nameKey(given.email)),
    eq(registrationCodes.mark, markOf(given)),
    gt(registrationCodes.expireTime, now),
  );
  const used = await db.delete(registrationCodes).where(these).returning({ email: registrationCodes.email });
  return used.length > 0 ? { role: "SUBSCRIBER", invitationId: null } : null;
}
