import { shared } from "../../core/shared";
import { SharedAllowance, SharedRate } from "../../services/limits/rate";

const HOUR_MS = 60 * 60 * 1000;

// Wishes are counted within the transaction that stores them.

/** Wishes to follow from one network, whatever the address. */
export const wishes = shared("wishes to follow", () => new SharedRate("wishes to follow", "requests", 10, HOUR_MS));

/** The same in a day: a domain may take mails to any name, so that one person is any number of followers. */
export const wishesInDay = shared(
  "wishes to follow in a day",
  () => new SharedRate("wishes to follow in a day", "requests", 20, 24 * HOUR_MS),
);

/** Wishes of all strangers: each may store an address and mail to it. */
export const wishesOfAll = shared(
  "wishes to follow of all",
  () => new SharedAllowance("wishes to follow of all", "requests", 120, HOUR_MS),
);

const paces = shared("paces of mails to followers", () => new Map<number, SharedRate>());

/** Mails to followers in an hour. */
export function paceOf(most: number): SharedRate {
  const pace = paces.get(most) ?? new SharedRate("mails to followers", "mails to followers", most, HOUR_MS);
  paces.set(most, pace);
  return pace;
}
