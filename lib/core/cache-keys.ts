import { AsyncLocalStorage } from "node:async_hooks";
import { shared } from "./shared";

/** Names what a cached answer was made from: `site`, `posts`, `post:12`, `categories`, `tags` … */
export type CacheKey = string;

/** A record that is viewed and liked, such as `post:12`. */
export type Subject = `${"post" | "sheet" | "journal" | "photo"}:${number}`;

/** What one answer being made has read so far. */
export type ReadScope = {
  cacheKeys: Set<CacheKey>;
  visitOf: Subject | null;
  /** What has been asked for it, by question; whoever makes it asks no second time. */
  answers: Map<string, unknown>;
  /** Whether the page says that there is nothing at its address. */
  missing: boolean;
  /** Whether any operation or action of ours was called. */
  ran: boolean;
  /** The request it is made for, as the log names it. */
  requestId: string | null;
  /** Lines of the log that wait until it is known whose fault it was; null: they are written at once. */
  held: ((isDoubtful: boolean) => void)[] | null;
  /** Writes what waits; doubtful is what may well be the sender's fault. */
  release: (isDoubtful?: boolean) => void;
};

const scopes = shared("read-scopes", () => new AsyncLocalStorage<ReadScope>());

/** Runs `make` and collects the cache keys of every query inside it. */
export async function collectReads<T>(
  make: (scope: ReadScope) => Promise<T>,
  { requestId = null, heldBack = false }: { requestId?: string | null; heldBack?: boolean } = {},
): Promise<{ result: T; scope: ReadScope }> {
  const release = (isDoubtful = false) => {
    for (const write of scope.held ?? []) write(isDoubtful);
    scope.held = null;
  };
  const scope: ReadScope = {
    cacheKeys: new Set(),
    visitOf: null,
    answers: new Map(),
    missing: false,
    ran: false,
    requestId,
    held: heldBack ? [] : null,
    release,
  };
  return { result: await scopes.run(scope, make, scope), scope };
}

/** Notes what the answer being made depends on; nothing happens outside of one. */
export function noteReads(cacheKeys: readonly CacheKey[]): void {
  const scope = scopes.getStore();
  if (scope) for (const cacheKey of cacheKeys) scope.cacheKeys.add(cacheKey);
}

/** Asks once for each answer being made; anew each time outside of one. */
export function askOnce<T>(question: string, ask: () => Promise<T>): Promise<T> {
  const answers = scopes.getStore()?.answers;
  if (!answers) return ask();
  if (!answers.has(question)) answers.set(question, ask());
  return Promise.resolve(answers.get(question) as Promise<T> | T);
}

/** Has everything asked anew: something was stored that may change the answers. */
export const forgetAnswers = (): void => scopes.getStore()?.answers.clear();

/** Notes that an operation, or an action of ours, was called for the answer being made. */
export function noteRun(): void {
  const scope = scopes.getStore();
  if (scope) scope.ran = true;
}

/** Notes that the page being made says that there is nothing at its address: its status is 404. */
export function noteMissing(): void {
  const scope = scopes.getStore();
  if (scope) scope.missing = true;
}

/** Writes a line of the log about the answer being made, at once or when it is known whose fault it was. */
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
