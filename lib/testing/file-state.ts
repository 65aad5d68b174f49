import sharp from "sharp";
import { afterAll, vi } from "vitest";
import { forgetShared, restoreEnvironment } from "./forgetting";

/*
 * Many test files share a process, since loading packages anew costs more than most tests. Each begins with the
 * program's own modules unloaded, with the machine's clock, with all readers of pictures, and with nothing of what `shared`
 * keeps, as in a process of its own.
 */
const environment = { ...process.env };
vi.resetModules();
vi.useRealTimers();
// The program takes from its own process those for what it does not keep.
sharp.unblock({ operation: ["VipsForeignLoad"] });

// Runs after whatever the file itself does at its end.
afterAll(async () => {
  vi.restoreAllMocks();
  restoreEnvironment(environment);
  await forgetShared();
});
