import { TICKET_LIFETIME_S } from "../../../core/identity";
import { sameSecret, seal, unseal } from "../../../core/secrets";
import type { Account } from "../users/credentials";
import { ticketContents } from "../credentials-schema";
import { hashOf } from "../tokens/tokens";

const PURPOSE = "second factor ticket";

/** Says that this browser has given the right password; sealed, so that its holder learns nothing from it. */
export const ticketFor = ({ userId, username, passwordHash }: Account, now: Date): string =>
  seal(
    PURPOSE,
    JSON.stringify({
      userId,
      username,
      password: hashOf(passwordHash),
      expires: now.getTime() + TICKET_LIFETIME_S * 1000,
    }),
  );

/** The account of a ticket; null where it was not made here, was changed, or is too old. */
export function readTicket(
  ticket: string,
  now: Date,
): { userId: number; username: string; isFor: (account: Account) => boolean } | null {
  try {
    const { userId, username, password, expires } = ticketContents.parse(JSON.parse(unseal(PURPOSE, ticket)));
    // A changed password ends it.
    return expires <= now.getTime()
      ? null
      : { userId, username, isFor: (account) => sameSecret(password, hashOf(account.passwordHash)) };
  } catch {
    return null;
  }
}
