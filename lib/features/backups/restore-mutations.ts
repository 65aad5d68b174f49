import { isSystem, type Actor } from "../../core/access";
import { AppError, invalid } from "../../core/errors";
import { noInput, nothing } from "../../core/fields";
import { engine, mutation, procedure } from "../../core/operation";
import { proofFrom, spendProof } from "../accounts/factors/factor";
import { guessed, ownAccount, wrongCode } from "../accounts/factors/own-factor";
import { provenOwner } from "../accounts/passwords/current-password";
import { listedFile } from "./mutations";
import { restoreState, siteRestore, stopRestore } from "./restore-state";
import * as shape from "./schema";

/** Writes into the restored site's log that it was restored. */
export const noteRestore = mutation("restoreBackup", {
  can: "look after storage",
  input: shape.restoredFrom,
  output: nothing,
  touches: () => [],
  about: ({ from }) => ({ subject: "site", summary: `The site was restored from ${from}.` }),
  run: async () => undefined,
});

/** Uses up a code of the second factor. */
const spendCode = mutation("proveForRestore", {
  can: "manage backups",
  input: shape.proof,
  output: shape.isSpent,
  touches: () => [],
  about: () => ({ subject: "second factor", summary: "A code allowed a restore." }),
  run: async ({ db, actor, now }, { proof }) => actor.id !== null && (await spendProof(db, actor.id, proof, now)),
});

/** Makes sure that whoever asks is who they say: the password again, and the second factor where there is one. */
async function prove(actor: Actor, currentPassword: string | undefined, authcode: string | undefined): Promise<void> {
  if (isSystem(actor)) return;
  await provenOwner(actor, currentPassword);
  const account = await ownAccount(actor);
  if (account.mfaType === "NONE") return;
  if (authcode === undefined) throw invalid("authcode", "required", "Send a code of your second factor in X-Authcode.");
  await guessed(actor, wrongCode, async () => {
    const proof = await proofFrom(account, authcode, new Date(), "code");
    return proof && ((await spendCode(actor, { proof })) || null);
  });
}

/** Puts a backup into the place of the site that runs; what it replaces is kept. */
export const restoreBackup = procedure("restoreBackup", {
  can: "manage backups",
  input: shape.restoreWish,
  output: shape.restoreStatus,
  summary:
    "Verifies the backup and makes it ready while the site goes on; then the site answers 503 for some seconds, and is that of the backup. What was here is kept. Passwords and roles are those of the backup; sessions, tokens, codes and invitations come back only if they are valid now, too. `GET /api/admin/backups/restore` says how it goes.",
  example: { name: "broadsheet-2026-01-31-030000-abcdef.zip", confirm: "broadsheet-2026-01-31-030000-abcdef.zip" },
  refusals: ["conflict", "storage_full"],
  run: async ({ actor }, { name, confirm, currentPassword, authcode }) => {
    const path = await listedFile(engine().reader, name);
    if (confirm !== name)
      throw invalid("confirm", "wrong_value", "To restore it, send the name of the backup in `confirm`.");
    await prove(actor, currentPassword, authcode);
    return siteRestore.get()(name, path);
  },
});

/** Ends a restore that is only being made ready. */
export const cancelRestore = procedure("cancelRestore", {
  can: "manage backups",
  input: noInput,
  output: shape.restoreStatus,
  summary: "Ends a restore while the backup is being made ready; the site is as it was. Later it cannot be ended.",
  refusals: ["conflict"],
  run: async () => {
    if (!stopRestore())
      throw new AppError(
        "conflict",
        "There is no restore that can be cancelled: it has ended, or the site is being exchanged.",
        {
          reason: "restore_ended",
        },
      );
    return restoreState();
  },
});
