import { eq } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { invalid, notFound } from "../../../core/errors";
import { engine, mutation, procedure } from "../../../core/operation";
import { readOption } from "../../../services/settings/reading";
import { CODE_LIFETIME_S, isOpen, storeCode, takeCode } from "../tokens/codes";
import { provenOwner } from "../passwords/current-password";
import { type Accepted, proofFrom, sealKey, spendProof } from "./factor";
import { guessed, ownAccount, type OwnFactor, wrongCode } from "./own-factor";
import { tellOwner } from "../users/notices";
import { endRecoveryCodes, renewRecoveryCodes } from "./recovery-codes";
import * as shape from "../credentials-schema";
import { clockError, newMfaKey, otpauthUrl, qrImage, stepOf } from "./totp";

const unknownKey = () =>
  invalid("mfaKey", "wrong_value", "This key was not created for you in the last 10 minutes. Please start again.");

/**
 * Makes a key for a second factor, to be confirmed within 10 minutes; changing an existing factor needs a code of it.
 */
export const generateMfaKey = procedure("generateMfaKey", {
  can: "be signed in",
  input: shape.mfaSettings,
  output: shape.mfaKeyOffer,
  example: { authcode: "000000" },
  run: async ({ actor }, { authcode }) => {
    const account = await ownAccount(actor);
    const key = newMfaKey();
    const offer = (proof: shape.FactorProof | null) => offerKey(actor, { key, proof });
    if (account.mfaType === "NONE") {
      if (!(await offer(null))) throw wrongCode();
    } else
      await guessed(actor, wrongCode, async () => {
        const proof = await proofFrom(account, authcode, new Date(), "code");
        return proof && ((await offer(proof)) || null);
      });
    const url = otpauthUrl(key, account.username, await readOption(engine().reader, "site_title"));
    return { mfaKey: key, otpauthUrl: url, qrImage: qrImage(url), mfaType: "TFA_TOTP" as const };
  },
});

/**
 * Notes for 10 minutes that this key was made here for this account. Returns false where the code that allowed it was
 * used already, or a factor was turned on meanwhile.
 */
const offerKey = mutation("generateMfaKey", {
  can: "be signed in",
  input: shape.offeredKey,
  output: shape.whether,
  touches: () => [],
  about: () => ({ subject: "second factor", summary: "A key for a second factor was made." }),
  run: async ({ db, actor, now }, { key, proof }) => {
    if (actor.id === null) throw notFound();
    const [account] = await db.select({ mfaType: users.mfaType }).from(users).where(eq(users.id, actor.id));
    const allowed = proof === null ? account?.mfaType === "NONE" : await spendProof(db, actor.id, proof, now);
    if (!allowed) return false;
    await storeCode(db, { userId: actor.id, purpose: "mfa-key", code: key, now, lifetimeS: CODE_LIFETIME_S });
    return true;
  },
});

/** Turns the second factor on (`TFA_TOTP` with the key made before and a code of it) or off (`NONE` with a code). */
export const setMfa = procedure("setMfa", {
  can: "be signed in",
  input: shape.mfaChange,
  output: shape.mfaState,
  example: { authcode: "123456", mfaType: "TFA_TOTP", mfaKey: "JBSWY3DPEHPK3PXP" },
  run: async ({ actor }, input) => {
    const account = await ownAccount(actor);
    const wanted = input.mfaType ?? (input.mfaKey == null ? null : "TFA_TOTP");
    if (wanted === null)
      throw invalid("mfaType", "required", "Send TFA_TOTP to turn the second factor on, or NONE to turn it off.");
    if (wanted === "NONE") return turnOff(actor, account, input.authcode, "code");
    const key = input.mfaKey;
    if (key == null) throw invalid("mfaKey", "required", "Send the key that was created for you.");
    if (!(await isOpen(engine().reader, { userId: account.userId, purposes: ["mfa-key"], code: key, now: new Date() })))
      throw unknownKey();
    const refusal = async () => {
      const minutes = await clockError(key, input.authcode, new Date());
      if (minutes === null) return wrongCode();
      const off = `${Math.abs(minutes)} minute${Math.abs(minutes) === 1 ? "" : "s"} ${minutes > 0 ? "fast" : "slow"}`;
      return invalid(
        "authcode",
        "wrong_clock",
        `This code does not fit the time: the clock of your phone seems to be about ${off}. Set it to automatic time and try again.`,
      );
    };
    // Within the guess, so that whoever has guessed too often has no password checked either.
    return guessed(actor, refusal, async () => {
      await provenOwner(actor, input.currentPassword, { within: true });
      const step = await stepOf(key, input.authcode, new Date());
      return step === null ? null : turnOnFactor(actor, { key, step });
    });
  },
});

/** Turns the second factor off with a code or, without the phone, a recovery code. */
export const turnMfaOff = procedure("turnMfaOff", {
  can: "be signed in",
  input: shape.anyCode,
  output: shape.mfaState,
  run: async ({ actor }, { code }) => turnOff(actor, await ownAccount(actor), code, "code or recovery code"),
});

const turnOff = (actor: Actor, account: OwnFactor, code: string, accepted: Accepted) => {
  if (account.mfaType === "NONE") throw invalid("mfaType", "wrong_value", "The second factor is not turned on.");
  return guessed(actor, wrongCode, async () => {
    const proof = await proofFrom(account, code, new Date(), accepted);
    return proof && ((await turnOffFactor(actor, { proof })) ? { mfaType: "NONE" as const } : null);
  });
};

const turnOnFactor = mutation("setMfa", {
  can: "be signed in",
  input: shape.confirmedKey,
  output: shape.mfaState,
  touches: () => [],
  about: () => ({ subject: "second factor", summary: "The second factor was turned on." }),
  run: async ({ db, actor, now }, { key, step }) => {
    if (actor.id === null) throw notFound();
    if (!(await takeCode(db, { userId: actor.id, purposes: ["mfa-key"], code: key, now }))) throw unknownKey();
    const [row] = await db
      .update(users)
      .set({ mfaType: "TFA_TOTP", mfaKey: sealKey(key), lastTotpStep: step, updateTime: now })
      .where(eq(users.id, actor.id))
      .returning();
    if (row) await tellOwner(db, actor, row, "factorOn");
    return { mfaType: "TFA_TOTP" as const, recoveryCodes: await renewRecoveryCodes(db, actor.id, now) };
  },
});

const turnOffFactor = mutation("setMfa", {
  can: "be signed in",
  input: shape.spentProof,
  output: shape.whether,
  touches: () => [],
  about: (_input, done) => ({
    subject: "second factor",
    summary: done
      ? "The second factor was turned off."
      : "Turning the second factor off failed: the code was used already.",
  }),
  run: async ({ db, actor, now }, { proof }) => {
    if (actor.id === null || !(await spendProof(db, actor.id, proof, now))) return false;
    const [row] = await db
      .update(users)
      .set({ mfaType: "NONE", mfaKey: null, lastTotpStep: null, updateTime: now })
      .where(eq(users.id, actor.id))
      .returning();
    if (row) await tellOwner(db, actor, row, "factorOff");
    await endRecoveryCodes(db, actor.id);
    return true;
  },
});
