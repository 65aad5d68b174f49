import { invalid, notFound } from "../../../core/errors";
import { mutation, procedure } from "../../../core/operation";
import { proofFrom, spendProof } from "./factor";
import { guessed, ownAccount, wrongCode } from "./own-factor";
import { renewRecoveryCodes } from "./recovery-codes";
import * as shape from "../credentials-schema";

/** Replaces one's recovery codes, given a code of the second factor; the new ones are shown once. */
export const renewOwnRecoveryCodes = procedure("renewRecoveryCodes", {
  can: "be signed in",
  input: shape.currentCode,
  output: shape.mfaState,
  example: { authcode: "123456" },
  run: async ({ actor }, { authcode }) => {
    const account = await ownAccount(actor);
    if (account.mfaType === "NONE") throw invalid("mfaType", "wrong_value", "The second factor is not turned on.");
    return guessed(actor, wrongCode, async () => {
      const proof = await proofFrom(account, authcode, new Date(), "code");
      const codes = proof && (await storeNewCodes(actor, { proof }));
      return codes?.length ? { mfaType: "TFA_TOTP" as const, recoveryCodes: codes } : null;
    });
  },
});

/** Uses up the code and makes the new ones in one transaction; none where the code was used meanwhile. */
const storeNewCodes = mutation("renewRecoveryCodes", {
  can: "be signed in",
  input: shape.spentProof,
  output: shape.shownCodes,
  touches: () => [],
  about: (_input, codes) => ({
    subject: "second factor",
    summary:
      codes.length > 0
        ? "The recovery codes were renewed."
        : "Renewing the recovery codes failed: the code was used already.",
  }),
  run: async ({ db, actor, now }, { proof }) => {
    if (actor.id === null) throw notFound();
    return (await spendProof(db, actor.id, proof, now)) ? renewRecoveryCodes(db, actor.id, now) : [];
  },
});
