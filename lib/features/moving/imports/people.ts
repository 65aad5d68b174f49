import { factorColumns } from "../../accounts/factors/importing";
import {
  fittingUsername,
  findAccount,
  importedUsers,
  isUsernameTaken,
  readableEmail,
} from "../../accounts/users/importing";
import type { UserRecord } from "../records";
import { isWebAddress } from "../../../core/fields";
import type { Bodies } from "./bodies";
import { fit } from "./fields";
import type { Run } from "./run";
import { planSimple } from "./simple";
import type { Plan } from "./plan";

const bcryptHash = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/** Takes in an account: found by its e-mail address or name, or made without a way to sign in but by mail. */
export async function planUser(run: Run, record: UserRecord, bodies: Bodies): Promise<Plan> {
  const { choices, author } = run.facts;
  const skip =
    (reason: string): Plan =>
    async (context) => {
      const { kind, source } = record;
      await run.note(context, {
        kind,
        source,
        outcome: "skipped",
        reason,
        title: record.username,
        recordId: null,
        warnings: record.warnings,
      });
      return { id: null, cacheKeys: [] };
    };
  if (choices.author !== undefined) return skip(`everything belongs to ${author.username}`);
  const email = readableEmail(record.email);
  const wanted = fittingUsername(record.username || record.email);
  const there = await findAccount(run.reader(), { email: email ?? "", username: wanted });
  const known = await run.recall(run.reader(), "user", record.source);
  if (!there && !known && email === null)
    return skip(`it has no e-mail address; its texts belong to ${author.username}, and name it as their author`);
  const avatar = await bodies.settleAddress(record.avatar);
  return planSimple(run, record, {
    store: importedUsers,
    title: record.username,
    createTime: record.createTime,
    find: async ({ db }) => (await findAccount(db, { email: email ?? "", username: wanted }))?.id ?? null,
    values: async ({ db }, warnings) => {
      warnings.push(...avatar.warnings);
      let username = wanted;
      for (let n = 2; await isUsernameTaken(db, username); n += 1) username = `${wanted.slice(0, 45)}-${n}`;
      const factor = record.totpKey === null ? null : factorColumns(record.totpKey);
      // An account with a second factor there never signs in with its password alone here.
      const hash = record.totpKey !== null && !factor ? null : record.passwordHash;
      if (record.totpKey !== null && !factor)
        warnings.push("its second factor cannot be taken over; it gets a new password by mail");
      const isKept = hash !== null && bcryptHash.test(hash);
      run.noteMade("users", username);
      return {
        username,
        email: email ?? "",
        nickname: fit(record.nickname.trim() || username, 255, "name", warnings),
        role: record.role,
        description: fit(record.description, 1023, "description", warnings),
        url: isWebAddress(record.url) ? fit(record.url, 1023, "address", warnings) : "",
        avatar: avatar.address.length <= 1023 ? avatar.address : "",
        suspended: record.suspended,
        passwordHash: isKept ? hash : null,
        ...(isKept && factor),
      };
    },
    id: async ({ db }) => {
      const id = run.ownId("user", record.source);
      return id !== undefined && (await importedUsers.read(db, id)) === null ? id : undefined;
    },
    kept: ["username", "email", "role", "passwordHash", "mfaType", "mfaKey", "suspended"],
    cacheKeys: (_id, isNew) => (isNew ? [] : ["users"]),
  });
}
