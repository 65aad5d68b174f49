import { normalized } from "../../../text/normalized";

/** The longest name that an account may be given. */
const MAX_NAME = 50;

/** A login as a user name of this site: of an e-mail address its first part, without signs that a name cannot have. */
export function usernameOf(login: string): string {
  const first = /^([^@\s]+)@[^@\s]+$/.exec(login)?.[1] ?? login;
  const fit = normalized(first, "NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, "");
  return Array.from(fit).slice(0, MAX_NAME).join("") || "author";
}
