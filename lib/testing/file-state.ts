import { afterAll, vi } from "vitest";
import { forgetShared, restoreEnvironment } from "./forgetting";

/*
 * Many test files share a process, since loading packages anew costs more than most tests. Each begins with the
 * program's own modules unloaded, with the machine's clock, and with nothing of what `shared` keeps, as in a process of
 * its own.
 */
const environment = { ...process.env };
vi.resetModules();
vi.useRealTimers();

// Runs after whatever the file itself does at its end.
afterAll(async () => {
  vi.restoreAllMocks();
  restoreEnvironment(environment);
  await forgetShared();
});
