/**
 * A hook into Node: disables every used `AsyncLocalStorage` that nobody needs.
 *
 * Reason: while any storage is in use, Node 20 and 22 track every callback and promise, and the framework uses about eight
 * storages. Between answers nobody needs one, and `run` enables it again.
 * Gain: a kept answer 21 % (58,300 to 70,600 answers for each CPU second of a bare server, eight storages in use).
 * Contract: every storage is run by the method of the prototype, which is replaced here to find those of others; what
 * `disable` does is documented. Where Node tracks nothing (Node 24), nothing is replaced and nothing disabled.
 */
import { AsyncLocalStorage, executionAsyncId } from "node:async_hooks";

/** Milliseconds after the last answer in which its late work may still need its context. */
export const LINGER_MS = 1_000;

type Storage = AsyncLocalStorage<unknown>;

/** `used`: those that track; `held`: how many run with a store of `withStore`; `making`: answers that are being made. */
type Contexts = {
  isWatched: boolean;
  used: Set<Storage>;
  held: Map<Storage, number>;
  making: number;
  quiet?: NodeJS.Timeout;
};

/** Once per process: the framework's bundles hold copies of this file. */
const place = globalThis as unknown as Record<symbol, Contexts>;
const contexts = (place[Symbol.for("broadsheet.async contexts")] ??= {
  isWatched: false,
  used: new Set(),
  held: new Map(),
  making: 0,
});

/** Whether callbacks of promises have numbers of their own, which they get where Node tracks them. */
const isTracked = (): Promise<boolean> => Promise.resolve().then(() => executionAsyncId() !== 0);

/** Whether the use of a storage makes Node track every promise. */
async function isNeeded(): Promise<boolean> {
  const storage = new AsyncLocalStorage<true>();
  const tracked = await storage.run(true, isTracked);
  storage.disable();
  return tracked;
}

/** From now on notes which storages are used and disables those that nobody needs; returns whether that is needed. */
export async function watchAsyncContext(needed = isNeeded()): Promise<boolean> {
  if (!(await needed)) return false;
  contexts.isWatched = true;
  // oxlint-disable-next-line typescript/unbound-method -- called on each storage below
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (this: Storage, ...given: Parameters<typeof run>) {
    contexts.used.add(this);
    return run.apply(this, given);
  } as typeof run;
  return true;
}

/** Runs what needs an asynchronous context: a page being rendered, the reads of an answer being noted. */
export async function inAsyncContext<T>(make: () => Promise<T>): Promise<T> {
  contexts.making += 1;
  clearTimeout(contexts.quiet);
  try {
    return await make();
  } finally {
    contexts.making -= 1;
    if (contexts.making === 0) contexts.quiet = setTimeout(disableStorages, LINGER_MS).unref();
  }
}

/** Runs the making of an answer with a store that its late work may read, too. */
export const withAnswersStore = <S, T>(storage: AsyncLocalStorage<S>, store: S, make: () => Promise<T>): Promise<T> =>
  inAsyncContext(() => storage.run(store, make));

/** Runs work with a store that nobody needs after its end, so that its storage is disabled then at once. */
export async function withStore<S, T>(storage: AsyncLocalStorage<S>, store: S, work: () => Promise<T>): Promise<T> {
  const { held } = contexts;
  const one = storage as Storage;
  held.set(one, (held.get(one) ?? 0) + 1);
  try {
    return await storage.run(store, work);
  } finally {
    const others = (held.get(one) ?? 1) - 1;
    if (others > 0) held.set(one, others);
    else {
      held.delete(one);
      if (contexts.isWatched) disable(one);
    }
  }
}

function disable(storage: Storage): void {
  storage.disable();
  contexts.used.delete(storage);
}

function disableStorages(): void {
  for (const storage of contexts.used) if (!contexts.held.has(storage)) disable(storage);
}
