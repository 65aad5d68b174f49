import { invalid } from "../../../core/errors";
import { type Asker, hashPassword, isListedPassword } from "./password";
import { strengthOf } from "../../../text/password-strength";

/** The owner's name and address, which a password must not contain. */
export type Owner = { username?: string; nickname?: string; email?: string };

const own = (field: string) =>
  invalid(
    field,
    "own_password",
    "This is made of your own name or address. Choose something others cannot guess. Choose something nobody knows of you.",
  );
const common = (field: string) =>
  invalid(
    field,
    "common_password",
    "This is one of the first passwords anyone would guess. Choose another one, such as four unrelated words.",
  );

/** Refuses, on `field`, a password that is guessed first: the owner's name or address, a common one, a run of keys. */
export async function refuseWeak(
  password: string,
  { username = "", nickname = "", email = "" }: Owner,
  field: string,
  asker: Asker,
): Promise<void> {
  const strength = strengthOf(password, [username, nickname, email]);
  if (strength === "own") throw own(field);
  if (strength === "common" || strength === "pattern" || (await isListedPassword(password, asker))) throw common(field);
}

/** The hash of a chosen password. Every operation that sets one calls this. */
export async function hashNewPassword(
  password: string,
  owner: Owner,
  asker: Asker,
  field = "password",
): Promise<string> {
  await refuseWeak(password, owner, field, asker);
  return hashPassword(password, asker);
}
