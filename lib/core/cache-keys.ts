import { AsyncLocalStorage } from "node:async_hooks";
import { withAnswersStore } from "../patches/async-context";
import { AppError, toAppError } from "./errors";
import { shared } from "./shared";
import type { Options } from "./settings";

/** Names what a cached answer was made from: `posts`, `post:12`, `post-places`, `tags`, `setting:site_title` … */
export type CacheKey = string;

/** A record that counts visits and likes, such as `post:12`. */
export type Subject = `${"post" | "sheet" | "journal" | "photo"}:${number}`;

/** What the delivery of a page counts as a view of: the record that it shows, or the site alone. */
export type Viewed = Subject | "site";

/** What was read so far for the answer being made. */
export type ReadScope = {
  cacheKeys: Set<CacheKey>;
  visitOf: Subject | null;
  /** Whether a query took part whose answers are never kept. */
  isPersonal: boolean;
  /** Answers so far, by question; the page asks each once. */
  answers: Map<string, unknown>;
  /** Whether the page says that nothing is at its address. */
  missing: boolean;
  /** Whether an operation or action was called. */
  ran: boolean;
  /** Whether an operation failed because the database did not answer. */
  isCutOff: boolean;
  /** Why the answer cannot be made at the moment, where something that it needs was refused for a while. */
  refusal: AppError | null;
  /** Options that are tried and not stored; null: those that are stored hold. */
  drafted: Partial<Options> | null;
  /** The request, as the log names it. */
  requestId: string | null;
  /** Log lines that wait until the cause is known; null: lines are written at once. */
  held: ((isDoubtful: boolean) => void)[] | null;
  /** Writes the waiting lines; `isDoubtful` means that the sender may have caused them. */
  release: (isDoubtful?: boolean) => void;
};

const scopes = shared("read-scopes", () => new AsyncLocalStorage<ReadScope>());

/** Runs `make` and collects the cache keys of every query inside it. */
export async function collectReads<T>(
  make: (scope: ReadScope) => Promise<T>,
  {
    requestId = null,
    heldBack = false,
    drafted = null,
  }: { requestId?: string | null; heldBack?: boolean; drafted?: ReadScope["drafted"] } = {},
): Promise<{ result: T; scope: ReadScope }> {
  const release = (isDoubtful = false) => {
    for (const write of scope.held ?? []) write(isDoubtful);
    scope.held = null;
  };
  const scope: ReadScope = {
    cacheKeys: new Set(),
    visitOf: null,
    isPersonal: false,
    answers: new Map(),
    missing: false,
    ran: false,
    isCutOff: false,
    refusal: null,
    drafted,
    requestId,
    held: heldBack ? [] : null,
    release,
  };
  return { result: await withAnswersStore(scopes, scope, () => make(scope)), scope };
}

/** Notes the cache keys of the answer being made; does nothing outside of one. */
export function noteReads(cacheKeys: readonly CacheKey[]): void {
  const scope = scopes.getStore();
  if (scope) for (const cacheKey of cacheKeys) scope.cacheKeys.add(cacheKey);
}

/** Notes that the answer being made is not to be kept. */
export function notePersonal(): void {
  const scope = scopes.getStore();
  if (scope) scope.isPersonal = true;
}

/** Asks once for each answer being made; outside of one it asks each time. */
export function askOnce<T>(question: string, ask: () => Promise<T>): Promise<T> {
  const answers = scopes.getStore()?.answers;
  if (!answers) return ask();
  if (!answers.has(question)) answers.set(question, ask());
  return Promise.resolve(answers.get(question) as Promise<T> | T);
}

/** Forgets the answers so far, since something was stored that may change them. */
export const forgetAnswers = (): void => scopes.getStore()?.answers.clear();

/** Notes that an operation or action was called for the answer being made. */
export function noteRun(): void {
  const scope = scopes.getStore();
  if (scope) scope.ran = true;
}

/** Notes that the database did not answer to a question of the answer being made. */
export function noteCutOff(): void {
  const scope = scopes.getStore();
  if (scope) scope.isCutOff = true;
}

/** Notes what was thrown while the answer was made, where it may be asked for again in a while. */
export function noteThrown(thrown: unknown): void {
  const scope = scopes.getStore();
  if (!scope) return;
  const { code, message, extra } = toAppError(thrown);
  // Its cause is in the log already.
  const { cause: _cause, ...told } = extra;
  if (told.retryAfter !== undefined) scope.refusal = new AppError(code, message, told);
}

/** The options that the page being made tries out, if it does. */
export const draftedOptions = (): ReadScope["drafted"] => scopes.getStore()?.drafted ?? null;

/** Notes that the page being made says that nothing is at its address; its status is 404. */
export function noteMissing(): void {
  const scope = scopes.getStore();
  if (scope) scope.missing = true;
}

/** Writes a log line about the answer being made: at once, or when the cause is known. */
export function writeFor(write: (requestId: string | null, isDoubtful: boolean) => void): void {
  const { requestId = null, held = null } = scopes.getStore() ?? {};
  if (held) held.push((isDoubtful) => write(requestId, isDoubtful));
  else write(requestId, false);
}

/** Notes that the answer being made shows this record, so that each delivery counts as a visit. */
export function noteVisit(subject: Subject): void {
  const scope = scopes.getStore();
  if (scope) scope.visitOf = subject;
}
