import { randomBytes } from "node:crypto";
import type { Actor } from "../../../core/access";
import { type AttemptKey, browserKeys } from "../../../services/limits/attempts";

/** Whether somebody has signed in to this account with the browser that asks. */
const isKnown = ({ browser }: Actor, userId: number): boolean => browser !== null && browser.startsWith(`${userId}.`);

/** What a browser keeps once somebody has signed in to this account with it. The door marks it, so that nobody invents one. */
export const browserOf = (actor: Actor, userId: number): string =>
  actor.browser !== null && isKnown(actor, userId)
    ? actor.browser
    : `${userId}.${randomBytes(9).toString("base64url")}`;

/**
 * The counters of a guess at an account: those of the browser that asks, where its owner has signed in with it before.
 * Otherwise whoever shares an address with them, such as a carrier's, could keep them out by guessing wrong.
 */
export const keysOfOwner = (actor: Actor, userId: number, subject: string, ofStrangers: AttemptKey[]): AttemptKey[] =>
  actor.browser !== null && isKnown(actor, userId) ? browserKeys(subject, actor.browser) : ofStrangers;
