import { AsyncLocalStorage } from "node:async_hooks";

/** Milliseconds after the last rendering during which its late work may need its context. */
const LINGER_MS = 1_000;

const used = new Set<AsyncLocalStorage<unknown>>();
let making = 0;
let quiet: NodeJS.Timeout | undefined;

/**
 * From the first use of any `AsyncLocalStorage` on, Node 20 and 22 follow every callback and promise (the framework has
 * about eight storages), which makes a kept answer a fifth dearer. While nothing is being rendered, the storages are
 * disabled; each enables itself when it is next run.
 */
export function watchAsyncContext(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on each storage below
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...given: Parameters<typeof run>) {
    used.add(this);
    return run.apply(this, given);
  } as typeof run;
}

/** Runs work that needs an asynchronous context: rendering a page, noting the reads of an answer. */
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
