import { type Ability, type Actor, isStaff } from "../../core/access";
import { shared } from "../../core/shared";
import { SharedRate } from "./rate";
import { takeTogether } from "./together";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Changes of one account that only reads and comments, and of all such people and strangers in one network. */
const ofAccount = shared("changes of accounts", () => new SharedRate("changes of accounts", "changes", 200, HOUR_MS));
const ofNetwork = shared("changes of networks", () => new SharedRate("changes of networks", "changes", 400, HOUR_MS));
/** The same in a day: whoever goes on for a year is not to fill gigabytes. */
const ofNetworkInDay = shared(
  "changes of networks in a day",
  () => new SharedRate("changes of networks in a day", "changes", 1_000, DAY_MS),
);
/** Sign-ins of one account, with the right password: a program may sign in at each run. */
const signIns = shared(
  "sign-ins of accounts",
  () => new SharedRate("sign-ins of accounts", "sign-ins", 1_200, HOUR_MS),
);

/** Answers to requests with a key of people who are not signed in as staff: each is kept for a day. */
const keptAnswers = shared("kept answers", () => new SharedRate("kept answers", "requests with a key", 300, HOUR_MS));

/**
 * Bounds the rows of the audit log, which is kept for good, that anybody may cause who is let in by a site's open
 * registration, or by nobody.
 */
export async function takeChange(actor: Actor, ability: Ability): Promise<void> {
  if (isStaff(actor)) return;
  // Wrong passwords have bounds of their own.
  if (ability === "sign in") return actor.id === null ? undefined : signIns.take(String(actor.id));
  await takeTogether([
    ...(actor.id === null ? [] : [ofAccount.of(String(actor.id))]),
    ofNetwork.ofNetwork(actor.ip),
    ofNetworkInDay.ofNetwork(actor.ip),
  ]);
}

/** Bounds the answers that are kept for requests with a key. */
export async function takeKeptAnswer(actor: Actor): Promise<void> {
  if (!isStaff(actor)) await keptAnswers.takeNetwork(actor.ip);
}
