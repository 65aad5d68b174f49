import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { env } from "../../../core/env";
import { AppError } from "../../../core/errors";
import { senderHasLeft } from "../../../core/sender";
import { shared } from "../../../core/shared";
import { FairTurns } from "../../../services/limits/fair-turns";

/** bcrypt's cost: 12 took 280 ms on the 2-core machine this was built on (11: 140 ms). Tests use a low one. */
const COST = env.test ? 4 : 12;
/** Passwords that wait, and for how long: more are refused, so that a flood does not fill the memory. */
const bounds = {
  atOnce: 1,
  mostWaiting: 49,
  retryAfter: 10,
  longestMs: 15_000,
  remembered: 10 * 60_000,
  usual: 2,
  visit: 1,
  inParts: true,
};
/**
 * Milliseconds for which a network does not come anew whose password was wrong: 500 networks took the one core that checks
 * for 150 s before each had been there once, in which nearly all others were refused, and ten minutes later again.
 */
const WRONG_MS = 24 * 60 * 60_000;

/** Read from its place: a bundler would put its half megabyte into the program. */
const listFile = resolve("node_modules/@zxcvbn-ts/language-common/src/passwords.json");

type Reply = { id: number; right: boolean; hash: string };
type Job = { resolve: (reply: Reply) => void; reject: (error: Error) => void };
type Hasher = {
  worker: Worker | null;
  waiting: Map<number, Job>;
  started: number;
  done: number;
  /** Each network by itself; those that have signed in before are known. */
  turns: FairTurns;
};

/** Whose password is checked: of strangers there may be any number, and nobody who is known waits for all of them. */
export type Asker = { network: string; isKnown: boolean };

/** The program itself and its commands, and whoever sets the site up. */
export const ownWork: Asker = { network: "", isKnown: true };

const hasher = shared<Hasher>("password-worker", () => ({
  worker: null,
  waiting: new Map(),
  started: 0,
  done: 0,
  turns: new FairTurns(bounds),
}));

function startWorker(): Worker {
  // Without the parent's flags and environment: it needs neither, and a test runner's loader would break it.
  const worker = new Worker(join(process.cwd(), "lib", "features", "accounts", "passwords", "password-worker.mjs"), {
    execArgv: [],
    env: {},
  });
  worker.on("message", (reply: Reply) => {
    const job = hasher.waiting.get(reply.id);
    hasher.waiting.delete(reply.id);
    hasher.done += 1;
    // An idle worker must not keep a command alive, a busy one must.
    if (hasher.waiting.size === 0) worker.unref();
    job?.resolve(reply);
  });
  const fail = (cause: unknown) => {
    if (hasher.worker !== worker) return;
    hasher.worker = null;
    const jobs = [...hasher.waiting.values()];
    hasher.waiting.clear();
    for (const job of jobs)
      job.reject(new AppError("internal", "The password could not be checked. Please try again.", { cause }));
  };
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`The password worker ended with ${code}.`)));
  return worker;
}

const turnOf = ({ network, isKnown }: Asker) => (isKnown ? { known: network } : { stranger: network });

/** Refuses a password that would be refused when it is to be checked, before anything is counted or read for it. */
export const requireRoomForPassword = (asker: Asker): void => hasher.turns.requireRoom(turnOf(asker));

/** Has the worker do something when it is the asker's turn, unless whoever sent the password waits no more. */
function ask(kind: "hash" | "verify" | "list", password: string, stored: string | null, asker: Asker): Promise<Reply> {
  return hasher.turns.take(turnOf(asker), (inParts) => askNow(kind, password, stored, inParts), {
    hasLeft: senderHasLeft(),
  });
}

function askNow(
  kind: "hash" | "verify" | "list",
  password: string,
  stored: string | null,
  inParts: boolean,
): Promise<Reply> {
  const worker = (hasher.worker ??= startWorker());
  worker.ref();
  return new Promise((done, reject) => {
    hasher.started += 1;
    hasher.waiting.set(hasher.started, { resolve: done, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ id: hasher.started, kind, password, stored, cost: COST, list: listFile, inParts });
  });
}

/** The stored form of a password, marked with its scheme: `sha512-bcrypt$2b$…`. */
export const hashPassword = async (password: string, asker: Asker): Promise<string> =>
  (await ask("hash", password, null, asker)).hash;

function noted(right: boolean, { network, isKnown }: Asker): boolean {
  if (!right && !isKnown) hasher.turns.remember(network, WRONG_MS);
  return right;
}

/**
 * Whether the password matches this stored value; takes as long for `null` (no account) and for cheaper imported
 * hashes.
 */
export const verifyPassword = async (password: string, stored: string | null, asker: Asker): Promise<boolean> =>
  noted((await ask("verify", password, stored, asker)).right, asker);

/** Whether a password is a common one, in any case. */
export const isListedPassword = async (password: string, asker: Asker): Promise<boolean> =>
  (await ask("list", password, null, asker)).right;

/** Whether a stored value has another scheme or a lower cost than today's, and is replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const cost = /^sha512-bcrypt\$2[aby]\$(\d\d)\$/.exec(stored)?.[1];
  return cost === undefined || Number(cost) < COST;
}

/** The number of passwords that wait and that were processed, for health figures and tests. */
export const passwordLoad = (): { waiting: number; done: number } => ({
  waiting: hasher.turns.waiting + hasher.waiting.size,
  done: hasher.done,
});
