import type { IncomingMessage } from "node:http";
import { networksOf } from "../services/limits/networks";
import { Rate } from "../services/limits/rate";
import { ahead } from "../core/giving-way";
import { Turns } from "../core/turns";
import { inAsyncContext } from "../patches/async-context";
import { isContentRead } from "./addresses";
import { clientIp } from "./limits";
import { Left } from "./page-cache";
import { isStranger } from "./received";

/**
 * Answers made at the same time, and those that wait: one core makes them, and while one waits for the database,
 * another is made.
 */
const turns = new Turns({ atOnce: 4, mostWaiting: 500, retryAfter: 5 });
/** Forms and actions of one network's strangers per minute. */
const forms = new Rate("forms", 120);
/** Pages per minute that are made for one network's strangers alone: for a cookie, or for a query of their own. */
const variants = new Rate("pages", 120);
/** Logged requests per minute that failed before anything of ours ran. */
const lines = new Rate("lines", 10);

/** Reads of the API, one at a time: each is made without a pause, in which pages being made would come no further. */
const reads = new Turns({ atOnce: 1, mostWaiting: 500, retryAfter: 5 });

/**
 * Makes an answer in its caller's turn, unless the client has left. The widest network counts: a whole /48 has one
 * turn.
 */
export const inTurn = <T>(req: IncomingMessage, make: () => Promise<T>): Promise<T> =>
  (isContentRead(req.url ?? "/") ? reads : turns).take(networksOf(clientIp(req)).at(-1)?.name ?? "", async () => {
    // The database answers at once, so that a line of reads would be worked off before anything is sent or received.
    await new Promise(setImmediate);
    if (req.socket.destroyed || !req.socket.writable) throw new Left();
    return ahead(() => inAsyncContext(make));
  });

/** Refuses forms and actions of strangers that come too often; signed-in senders are not limited. */
export async function takeForm(req: IncomingMessage): Promise<void> {
  if (await isStranger(req)) forms.takeNetwork(clientIp(req));
}

/**
 * Refuses pages that a stranger has made for one cookie or one query too often: a page of many comments has a variant
 * for each of them, and more of them than are kept.
 */
export async function takeVariant(req: IncomingMessage): Promise<void> {
  if (await isStranger(req)) variants.takeNetwork(clientIp(req));
}

/** Whether the log may take another line that strangers can cause. */
export const hasRoomInLog = (): boolean => lines.waitFor("") === null;
