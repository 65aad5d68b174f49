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
};
/**
 * Milliseconds for which a network does not come anew whose password was wrong: 500 networks took the one core that checks
 * for 150 s before each had been there once, in which nearly all others were refused, and ten minutes later again.
 */
const WRONG_MS = 24 * 60 * 60_000;

/** Milliseconds of rest after which the thread for those who had a check lately ends. */
const REST_MS = env.test ? 200 : 10_000;

/** Read from its place: a bundler would put its half megabyte into the program. */
const listFile = resolve("node_modules/@zxcvbn-ts/language-common/src/passwords.json");

type Reply = { id: number; right: boolean; hash: string };
type Job = { resolve: (reply: Reply) => void; reject: (error: Error) => void };
/** A thread that checks passwords one after the other, and whoever waits for it. */
type Checker = {
  worker: Worker | null;
  waiting: Map<number, Job>;
  started: number;
  done: number;
  /** Each network by itself; those that have signed in before are known. */
  turns: FairTurns;
  /** Whether the system prefers all other threads to this one, which ends when it rests. */
  givesWay: boolean;
  end: NodeJS.Timeout | undefined;
};

/** Whose password is checked: of strangers there may be any number, and nobody who is known waits for all of them. */
export type Asker = { network: string; isKnown: boolean };

/** The program itself and its commands, and whoever sets the site up. */
export const ownWork: Asker = { network: "", isKnown: true };

const checker = (name: string, givesWay: boolean): Checker =>
  shared<Checker>(name, () => ({
    worker: null,
    waiting: new Map(),
    started: 0,
    done: 0,
    turns: new FairTurns(bounds),
    givesWay,
    end: undefined,
  }));

/**
 * Whoever comes anew or is known has a thread, and networks that had a check lately another, which the system leaves
 * what is left: 51 of these that check all the time neither keep anybody's check waiting nor slow down answers.
 */
const first = checker("password-worker", false);
const again = checker("password-worker of those who had one", true);

const turnOf = ({ network, isKnown }: Asker) => (isKnown ? { known: network } : { stranger: network });

const checkerOf = (asker: Asker): Checker => (asker.isKnown || first.turns.before(turnOf(asker)) === 0 ? first : again);

function startWorker(checker: Checker): Worker {
  // Without the parent's flags and environment: it needs neither, and a test runner's loader would break it.
  const worker = new Worker(join(process.cwd(), "lib", "features", "accounts", "passwords", "password-worker.mjs"), {
    execArgv: [],
    env: {},
    workerData: { givesWay: checker.givesWay },
  });
  worker.on("message", (reply: Reply) => {
    const job = checker.waiting.get(reply.id);
    checker.waiting.delete(reply.id);
    checker.done += 1;
    if (checker.waiting.size === 0) rest(checker, worker);
    job?.resolve(reply);
  });
  const fail = (cause: unknown) => {
    if (checker.worker !== worker) return;
    checker.worker = null;
    const jobs = [...checker.waiting.values()];
    checker.waiting.clear();
    for (const job of jobs)
      job.reject(new AppError("internal", "The password could not be checked. Please try again.", { cause }));
  };
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`The password worker ended with ${code}.`)));
  return worker;
}

/** An idle thread must not keep a command alive. The one for few takes 10 MB. */
function rest(checker: Checker, worker: Worker): void {
  worker.unref();
  if (!checker.givesWay) return;
  checker.end = setTimeout(() => {
    checker.worker = null;
    void worker.terminate();
  }, REST_MS).unref();
}

/** Refuses a password that would be refused when it is to be checked, before anything is counted or read for it. */
export const requireRoomForPassword = (asker: Asker): void => checkerOf(asker).turns.requireRoom(turnOf(asker));

type Task = { kind: "hash" | "verify" | "list"; password: string; stored: string | null };

/** Has a worker do something when it is the asker's turn, unless whoever sent the password waits no more. */
function ask(task: Task, asker: Asker): Promise<Reply> {
  const checker = checkerOf(asker);
  return checker.turns.take(turnOf(asker), () => askNow(checker, task), { hasLeft: senderHasLeft() });
}

function askNow(checker: Checker, task: Task): Promise<Reply> {
  const worker = (checker.worker ??= startWorker(checker));
  worker.ref();
  clearTimeout(checker.end);
  return new Promise((done, reject) => {
    checker.started += 1;
    checker.waiting.set(checker.started, { resolve: done, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ id: checker.started, ...task, cost: COST, list: listFile });
  });
}

/** The stored form of a password, marked with its scheme: `sha512-bcrypt$2b$…`. */
export const hashPassword = async (password: string, asker: Asker): Promise<string> =>
  (await ask({ kind: "hash", password, stored: null }, asker)).hash;

function noted(right: boolean, { network, isKnown }: Asker): boolean {
  if (!right && !isKnown) first.turns.remember(network, WRONG_MS);
  return right;
}

/**
 * Whether the password matches this stored value; takes as long for `null` (no account) and for cheaper imported
 * hashes.
 */
export const verifyPassword = async (password: string, stored: string | null, asker: Asker): Promise<boolean> =>
  noted((await ask({ kind: "verify", password, stored }, asker)).right, asker);

/** Whether a password is a common one, in any case. */
export const isListedPassword = async (password: string, asker: Asker): Promise<boolean> =>
  (await ask({ kind: "list", password, stored: null }, asker)).right;

/** Whether a stored value has another scheme or a lower cost than today's, and is replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const cost = /^sha512-bcrypt\$2[aby]\$(\d\d)\$/.exec(stored)?.[1];
  return cost === undefined || Number(cost) < COST;
}

const sum = (of: (checker: Checker) => number): number => of(first) + of(again);

/** The number of passwords that wait and that were processed, for health figures and tests. */
export const passwordLoad = (): { waiting: number; done: number } => ({
  waiting: sum(({ turns, waiting }) => turns.waiting + waiting.size),
  done: sum(({ done }) => done),
});
