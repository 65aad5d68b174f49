import { Worker } from "node:worker_threads";
import { afterAll, vi } from "vitest";

/*
 * Many test files share a process, since loading packages anew costs more than most tests. Each begins with the
 * program's own modules unloaded and with nothing of what `shared` keeps, as in a process of its own.
 */
const prefix = "broadsheet.";
const globals = globalThis as unknown as Record<symbol, unknown>;
const kept = () => Object.getOwnPropertySymbols(globals).filter((key) => key.description?.startsWith(prefix));

/** Ends the threads and processes that serve what is kept under this key. */
async function stop(key: symbol): Promise<void> {
  const value = globals[key] as { stop?: () => unknown; worker?: unknown };
  if (typeof value.stop === "function") await value.stop();
  if (value.worker instanceof Worker) await value.worker.terminate();
}

const environment = { ...process.env };
vi.resetModules();

// Runs after whatever the file itself does at its end.
afterAll(async () => {
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  for (const key of kept()) {
    await stop(key);
    delete globals[key];
  }
});
