import { latestNow } from "../../core/latest-now";

/** An address is asked at most so often whether mails are wanted there, in milliseconds. */
const ASKED_AGAIN_MS = 7 * 24 * 60 * 60 * 1000;

/** Whoever was asked before this may be asked again. */
export const askedBefore = (now: Date): Date => new Date(now.getTime() - ASKED_AGAIN_MS);

/** Whether an address that was asked before may be asked again: anybody can enter somebody else's. */
export const mayAskAgain = (askedTime: Date, now: Date): boolean =>
  askedTime <= askedBefore(now) || askedTime > latestNow(now);
