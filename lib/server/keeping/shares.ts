import type { IncomingMessage, ServerResponse } from "node:http";
import { postgres } from "../../../db/dialect";
import { FairTurns } from "../../services/limits/fair-turns";
import { widestNetworkOf } from "../../services/limits/networks";
import { Rate } from "../../services/limits/rate";
import { ahead } from "../../core/giving-way";
import { isBrowserOfStaff } from "../../core/known-browser";
import { ownText } from "../../core/own-text";
import { type Asker, Left, sentBy } from "../../core/sender";
import { inAsyncContext } from "../../patches/async-context";
import {
  isApiDocument,
  isContentRead,
  isDrawn,
  isMarkdown,
  isOfApi,
  isRead,
  isSearchOfApi,
  isSearchPage,
} from "../addresses/addresses";
import { isBrief } from "../bodies/boundary";
import { takeWaiting } from "../connections/connections";
import { checkedForm } from "../bodies/forms";
import { clientIp } from "../connections/limits";
import { LoopTurns } from "./loop-turns";
import type { Turn } from "./joint-making";
import { pageBody, staffOf, whoSends } from "../bodies/received";
import { recent } from "../../services/limits/recent";

/**
 * What is made waits in short lines, and not for long: a proxy that has no answer in a minute takes the server for a failed
 * one, and a form may wait in this line, for a guess, for the check of a password, and for a turn to write. What a network of strangers has had counts for a minute.
 */
const bounds = { mostWaiting: 500, retryAfter: 5, longestMs: 20_000, remembered: 60_000 };

/** Pages: one core makes them, and while one waits for the database, another is made. */
const pages = new FairTurns({ ...bounds, atOnce: 4 });
/** Forms and actions of one network's strangers and readers per minute. */
const forms = new Rate("forms", 120);
/**
 * The same of browsers in which somebody was signed in, who hear so and sign in again whatever strangers beside them send.
 * Those of staff count each by itself, since anybody may be a reader.
 */
const returningForms = new Rate("forms", 120);
/**
 * Pages per minute that are made for one network's strangers: for a cookie, for a query of their own, those that are kept
 * for nobody, such as the sign-in, and cards.
 */
const variants = new Rate("pages", 120);
/** The same for browsers in which somebody was signed in. */
const returningVariants = new Rate("pages", 120);
/** Reads of the API per minute that are made for one network's strangers alone, for the password that they send. */
const readsWithPassword = new Rate("reads with a password", 600);

const pathOf = (url: string | undefined) => url?.split("?", 1)[0] ?? "/";

/** Reads of the API, one at a time: each is made without a pause, in which pages being made would come no further. */
const reads = new FairTurns({ ...bounds, atOnce: 1 });

/** Cards and icons: a child draws one after the other, from pictures of any size, beside uploads; pages are not to wait for it. */
const drawings = new FairTurns({ ...bounds, atOnce: 1 });

/** Texts as Markdown, which a thread writes one after the other, some for seconds: pages are not to wait for it either. */
const markdown = new FairTurns({ ...bounds, atOnce: 1 });

/** Searches: on a large site they wait for a thread that reads the database, a page four times. */
const searches = new FairTurns({ ...bounds, atOnce: 2 });

/** Reads of the API for a password: each is a guess, which may wait for others of its network that are being checked. */
const guesses = new FairTurns({ ...bounds, atOnce: 4 });

/** What programs of readers and authors ask of the dashboard, which may take half a second of the processor or the database. */
const managing = new FairTurns({ ...bounds, atOnce: 2 });

/** What is sent to the public API, such as likes and comments, which waits for the database more than it takes of the processor. */
const writes = new FairTurns({ ...bounds, atOnce: 4 });

/** What was long before, such as a text with a thousand comments, as a page or read from the API: others are not to wait for it. */
const longOnes = new FairTurns({ ...bounds, atOnce: 1 });
/** As how many answers (`noteLength`) a long one counts at least, and the milliseconds that one of these takes. */
const [LONG, USUAL_MS] = [16, 7];

const loopTurns = new LoopTurns();

/**
 * Whether a child or a thread makes an answer, one after the other: it takes next to nothing of the event loop. A turn of
 * its own comes after a tenth of a second under a flood, so that ten cards in a second were sent that had been drawn before,
 * and others waited for theirs for 12 s.
 */
const isMadeElsewhere = (path: string): boolean => isDrawn(path) || isMarkdown(path);

function turnsFor(req: IncomingMessage): FairTurns {
  const path = pathOf(req.url);
  if (isDrawn(path)) return drawings;
  if (isMarkdown(path)) return markdown;
  const url = req.url ?? "/";
  if (isSearchPage(url) || (isRead(req.method) && isSearchOfApi(url))) return searches;
  const ofApi = isContentRead(path) && !isApiDocument(path);
  if (ofApi && !isRead(req.method)) return writes;
  if (ofApi && req.headers["x-content-password"] !== undefined) return guesses;
  if (isLong(req)) return longOnes;
  if (ofApi) return reads;
  return isOfApi(path) && !isApiDocument(path) ? managing : pages;
}

/** Whether the sender of a request waits for no answer any more. */
const hasLeft = (req: IncomingMessage): boolean => req.socket.destroyed || !req.socket.writable;

/** Does what a request asks for, for its sender alone, where it may wait: to write, or for PostgreSQL. */
export async function forSender<T>(req: IncomingMessage, work: () => Promise<T>): Promise<T> {
  // To note who sends a read of SQLite would cost more than many reads.
  if (!postgres && isRead(req.method)) return work();
  return sentBy(() => hasLeft(req), work, await askerOf(req));
}

/** Who sends a request. Of strangers the widest network counts. */
async function askerOf(req: IncomingMessage): Promise<Asker> {
  const known = await staffOf(req);
  return known === null ? { stranger: widestNetworkOf(clientIp(req)) } : { known };
}

/**
 * The turn of whoever sends a request, unless the client has left. Of strangers the widest network counts: a whole /48
 * has one turn, with all readers' accounts in it, of which anybody may have many.
 */
export async function turnOf(req: IncomingMessage): Promise<Turn> {
  const asker = await askerOf(req);
  return {
    of: "known" in asker ? asker.known : asker.stranger,
    before: () => turnsFor(req).before(asker),
    hasLeft: () => hasLeft(req),
    counts: isSearchOfApi(req.url ?? "/"),
    take: (work) =>
      turnsFor(req).take(
        asker,
        async () => {
          // The database answers at once, so that a line of reads would be worked off before anything else is done.
          await takeWaiting();
          if (!isMadeElsewhere(pathOf(req.url))) await beginsInLoopTurn(req);
          if (hasLeft(req)) throw new Left();
          return ahead(() => inAsyncContext(work));
        },
        // A turn takes the waiting connections, and thousands that ask and leave would each have one for that.
        { hasLeft: () => hasLeft(req) },
      ),
  };
}

/** Makes an answer in its caller's turn. */
export const inTurn = async <T>(req: IncomingMessage, make: () => Promise<T>): Promise<T> =>
  (await turnOf(req)).take(make);

/** Bytes of an answer that count as one; a longer one takes longer to make, and counts as several. */
const USUAL_BYTES = 32 * 1024;
/** As how many answers a long one at a path counts. Shorter ones, such as refusals, change nothing for a while. */
const lengths = recent<number>(2_000, { ttl: 10 * 60_000 });

/** Under which name the length of an answer is remembered: that to a form, which holds what was sent, for its sender alone. */
const lengthName = (req: IncomingMessage): string =>
  isRead(req.method) ? pathOf(req.url) : `${pathOf(req.url)} of ${widestNetworkOf(clientIp(req))}`;

/** Remembers that a long answer was made to a request, or at an address, for the next one there. */
export function noteLength(asked: IncomingMessage | string, bytes: number): void {
  const count = Math.ceil(bytes / USUAL_BYTES);
  if (count > 1) lengths.set(ownText(typeof asked === "string" ? pathOf(asked) : lengthName(asked)), count);
}

const isLong = (req: IncomingMessage): boolean => (lengths.get(lengthName(req)) ?? 1) >= LONG;

/** Waits for a turn of the event loop in which what a request asks for may begin; long answers are of one kind. */
const beginsInLoopTurn = (req: IncomingMessage): Promise<void> =>
  isLong(req)
    ? loopTurns.take(longOnes, USUAL_MS * (lengths.get(lengthName(req)) ?? 1))
    : loopTurns.take(turnsFor(req));

const take = (rate: Rate, req: IncomingMessage, name: string | null = clientIp(req)) =>
  rate.takeNetwork(name, lengths.get(lengthName(req)));

type Who = Awaited<ReturnType<typeof whoSends>>;

function takeOf(strangers: Rate, returning: Rate, req: IncomingMessage, { kind, browser }: Who): void {
  if (browser !== null && isBrowserOfStaff(browser)) take(returning, req, browser);
  else take(kind === "ended" || browser !== null ? returning : strangers, req);
}

/**
 * Refuses forms, actions and files of strangers and readers that come too often: to refuse one costs as much as a page. Staff
 * are not limited.
 */
export async function takeForm(req: IncomingMessage): Promise<void> {
  const who = await whoSends(req);
  if (who.kind !== "staff") takeOf(forms, returningForms, req, who);
}

/** Bytes of a form that is checked at once. */
const SHORT_FORM = 4 * 1024;

/**
 * The checked body of a form or action, which is counted before, since a check may cost as much as a page. A refused form is
 * shown again in its page, however long that is.
 */
export async function receiveForm(req: IncomingMessage, res: ServerResponse, path: string): Promise<Buffer> {
  if (path !== "/scheme") await takeForm(req);
  const body = await pageBody(req, res, path);
  const check = () => checkedForm(req, body, !isBrief(path));
  // A usual form is checked in less time than a turn takes to come.
  return body.byteLength <= SHORT_FORM ? check() : inTurn(req, check);
}

/**
 * Refuses pages that a stranger has made for one cookie or one query too often: a page of many comments has a variant
 * for each of them, and more of them than are kept.
 */
export async function takeVariant(req: IncomingMessage): Promise<void> {
  const who = await whoSends(req);
  if (who.kind === "stranger" || who.kind === "ended") takeOf(variants, returningVariants, req, who);
}

/**
 * Makes an answer of the API in turn, also for a token, since readers may have many: what has begun goes on when
 * whoever asked has left. Refuses strangers' reads for a password that come too often. What is sent there, such as likes,
 * has bounds of its own, which are counted in the database where several servers serve the site.
 */
export async function answerInTurn<T>(req: IncomingMessage, make: () => Promise<T>): Promise<T> {
  if (isRead(req.method) && req.headers.authorization === undefined) take(readsWithPassword, req);
  return inTurn(req, make);
}
