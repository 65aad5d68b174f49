import { AsyncLocalStorage } from "node:async_hooks";
import { Worker } from "node:worker_threads";

const globals = globalThis as unknown as Record<symbol, unknown>;

/**
 * Drops what `shared` keeps for the process, and ends the threads and processes that serve it. Storages are disabled:
 * Node would go through each one that was ever used whenever a promise is made.
 */
export async function forgetShared(): Promise<void> {
  const keys = Object.getOwnPropertySymbols(globals).filter((key) => key.description?.startsWith("broadsheet."));
  for (const key of keys) {
    const value = globals[key] as { stop?: () => unknown; worker?: unknown };
    delete globals[key];
    if (value instanceof AsyncLocalStorage) value.disable();
    if (typeof value.stop === "function") await value.stop();
    if (value.worker instanceof Worker) await value.worker.terminate();
  }
}

/** Puts the environment of the process back to what it was. */
export function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}
