import { AsyncLocalStorage } from "node:async_hooks";

/** How long after the last answer was made its own late work may still want its context. */
const LINGER_MS = 1_000;

const used = new Set<AsyncLocalStorage<unknown>>();
let making = 0;
let quiet: NodeJS.Timeout | undefined;

/**
 * Node 20 and 22 follow every callback and promise from the first use of any `AsyncLocalStorage` on
 * (the framework has about eight), which makes a kept answer a fifth dearer. Nobody needs them while
 * nothing is being made: then they are let go, and each takes itself up again when it is next run.
 */
export function watchAsyncContext(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on each storage below
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...given: Parameters<typeof run>) {
    used.add(this);
    return run.apply(this, given);
  } as typeof run;
}

/** Runs what needs an asynchronous context: a page being rendered, the reads of an answer being noted. */
export async function inAsyncContext<T>(make: () => Promise<T>): Promise<T> {
  making += 1;
  clearTimeout(quiet);
  try {
    return await make();
  } finally {
    making -= 1;
    if (making === 0) quiet = setTimeout(letGo, LINGER_MS).unref();
  }
}

function letGo(): void {
  for (const storage of used) storage.disable();
  used.clear();
}
