import { and, eq } from "drizzle-orm";
import { sessions, tokens, users } from "../../../../db/schema";
import { lower } from "../../../../db/dialect";
import { attemptKeys, loginAttempts, mailAttempts, mailKeys } from "../../../services/limits/attempts";
import { AppError, invalid, notFound } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { isBrowserOfStaff } from "../../../core/known-browser";
import { engine, mutation, procedure } from "../../../core/operation";
import { mailEnabled, queueMail } from "../../../services/mail/queue";
import { addressOf, readOptions } from "../../../services/settings/reading";
import { named } from "./queries";
import { nameKey } from "../schema";
import { type CodePurpose, createCode, createMailedCode, endCodesOf, isOpen, takeCode } from "../tokens/codes";
import { changedPassword, provenAccount } from "../passwords/current-password";
import { hashNewPassword } from "../passwords/new-password";
import { askerFor } from "../passwords/known-networks";
import { tellOwner } from "./notices";
import * as shape from "../credentials-schema";
import { keysOfNamed } from "./named-guesses";
import { endSessionsOf } from "../sessions/sessions";
import { endTokensOf } from "../tokens/tokens";

/** Lifetime of a code that an ADMIN hands to somebody without a password: 24 hours. */
const RESET_LIFETIME_S = 24 * 60 * 60;

/** A code that was handed over and one that was mailed both set a password. */
const forPassword: CodePurpose[] = ["set-password", "mailed-password"];

/** Replaces one's own password; signs out every other browser and program. */
export const changePassword = mutation("changePassword", {
  can: "be signed in",
  input: shape.passwordChange,
  output: nothing,
  example: { oldPassword: "analytical engine", newPassword: "difference engine" },
  touches: () => [],
  about: () => ({ subject: "password", summary: "The password was changed." }),
  prepare: async ({ oldPassword, newPassword }, actor) => {
    const account = await provenAccount(actor, oldPassword);
    if (!account) throw invalid("oldPassword", "wrong_password", "This is not your password.");
    return {
      before: account.passwordHash,
      after: await changedPassword(
        account,
        { before: oldPassword, after: newPassword },
        "newPassword",
        await askerFor(actor),
      ),
    };
  },
  run: async ({ db, actor, now }, _input, { before, after }) => {
    if (actor.id === null) throw notFound();
    const [row] = await db
      .update(users)
      .set({ passwordHash: after, updateTime: now })
      .where(and(eq(users.id, actor.id), eq(users.passwordHash, before)))
      .returning();
    if (!row)
      throw new AppError("conflict", "Your password was changed elsewhere at this moment. Please try again.", {
        reason: "password_changed_elsewhere",
      });
    await endSessionsOf(db, actor.id, actor.sessionId);
    await endTokensOf(db, actor.id, actor.tokenId);
    await endCodesOf(db, actor.id);
    await tellOwner(db, actor, row, "passwordChanged");
  },
});

/** Makes a code for setting a new password, shown this once. */
export const createPasswordCode = mutation("createPasswordCode", {
  can: "manage users",
  input: shape.passwordCodeFor,
  output: shape.passwordCode,
  touches: () => [],
  about: ({ userId }) => ({ subject: `user:${userId}`, summary: "A code to set a new password was made." }),
  run: async ({ db, now }, { userId }) => {
    const [row] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!row) throw notFound();
    return {
      code: await createCode(db, userId, "set-password", now, RESET_LIFETIME_S),
      expireTime: new Date(now.getTime() + RESET_LIFETIME_S * 1000),
    };
  },
});

/** Asks for such a code by mail. Answers the same whether the account exists. */
export const requestPasswordCode = procedure("requestPasswordCode", {
  can: "sign in",
  input: shape.passwordCodeRequest,
  output: nothing,
  example: { username: "ada" },
  // The step that mails it writes the audit row for any name, so that both ways take as long.
  run: async ({ actor }, { username }) => {
    if (!(await mailEnabled(engine().reader)))
      throw new AppError("unavailable", "This site does not send mail. An administrator can create a code for you.");
    const ofStrangers = mailKeys(`password of ${nameKey(username)}`, actor.ip);
    // Anybody may be a reader, and mails go to whatever address a reader's account has.
    const isStaffs = actor.browser !== null && isBrowserOfStaff(actor.browser);
    await mailAttempts.attempt(
      isStaffs ? await keysOfNamed(actor, username, "mail", ofStrangers) : ofStrangers,
      () => mailPasswordCode(actor, { username }),
      () => "failed",
    );
  },
});

const mailed = {
  mailed: "A code to set a new password was mailed.",
  recent: "A code to set a new password was asked for soon after another one was mailed.",
  unknown: "A code to set a new password was asked for an account that is not there.",
};

const mailPasswordCode = mutation("requestPasswordCode", {
  can: "sign in",
  counted: "requests for codes to set a password",
  input: shape.passwordCodeRequest,
  output: shape.mailedCode,
  touches: () => [],
  about: (_input, outcome) => ({ subject: "password", summary: mailed[outcome] }),
  run: async ({ db, now }, { username }) => {
    const [row] = await db
      .select({ id: users.id, username: users.username, email: users.email, locale: users.locale })
      .from(users)
      .where(and(named(username), eq(users.suspended, false)));
    if (!row) return "unknown";
    const code = await createMailedCode(db, row.id, "mailed-password", now);
    if (code === null) return "recent";
    const link = `${addressOf(await readOptions(db))}/set-password?code=${code}`;
    await queueMail(db, {
      to: row.email,
      template: "setPassword",
      locale: row.locale,
      data: { username: row.username, link },
    });
    return "mailed";
  },
});

const wrongCode = () =>
  invalid(
    "code",
    "wrong_code",
    "This code is wrong, already used or expired, or does not belong to this name and address. Ask for a new one.",
  );

/** Sets a new password with a code, which works once; ends every session, token and code of the account. */
export const setPasswordWithCode = procedure("setPasswordWithCode", {
  can: "sign in",
  input: shape.codedPassword,
  output: nothing,
  example: { code: "the code of the mail", username: "ada", email: "ada@example.org", password: "difference engine" },
  // The step that stores it writes the audit row.
  run: async ({ actor }, { code, username, email, password }) => {
    const done = await loginAttempts.attempt(
      await keysOfNamed(actor, username, "code", attemptKeys(`code of ${nameKey(username)}`, actor.ip)),
      async () => {
        const named = and(
          eq(lower(users.username), nameKey(username)),
          eq(lower(users.email), nameKey(email)),
          eq(users.suspended, false),
        );
        const [row] = await engine()
          .reader.select({ id: users.id, username: users.username, nickname: users.nickname, email: users.email })
          .from(users)
          .where(named);
        if (!row || !(await isOpen(engine().reader, { userId: row.id, purposes: forPassword, code, now: new Date() })))
          return false;
        return storePassword(
          { ...actor, id: row.id, name: row.username },
          { code, passwordHash: await hashNewPassword(password, row, await askerFor(actor)) },
        );
      },
      (right) => (right ? "passed" : "failed"),
    );
    if (!done) throw wrongCode();
  },
});

const storePassword = mutation("setPasswordWithCode", {
  can: "sign in",
  input: shape.storedPassword,
  output: shape.whether,
  touches: () => [],
  about: (_input, done) => ({
    subject: "password",
    summary: done ? "A new password was set with a code." : "A code to set a password was used twice.",
  }),
  run: async ({ db, actor, now }, { code, passwordHash }) => {
    const userId = actor.id;
    if (userId === null || !(await takeCode(db, { userId, purposes: forPassword, code, now }))) return false;
    const [row] = await db.update(users).set({ passwordHash, updateTime: now }).where(eq(users.id, userId)).returning();
    if (row) await tellOwner(db, actor, row, "passwordChanged");
    await db.delete(sessions).where(eq(sessions.userId, userId));
    await db.delete(tokens).where(eq(tokens.userId, userId));
    await endCodesOf(db, userId);
    return true;
  },
});
