import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "../../core/env";

/** Milliseconds for which a sign of life holds, and between two of them. */
const [HOLD_MS, SIGN_MS] = [60_000, 10_000];

const mark = () => join(env.dataDir, "backups", ".holding");

/**
 * Keeps the files of deleted attachments on disk while a backup copies what its snapshot names, across processes. The
 * sweep removes them afterwards. Returns a function that ends it; the end of the process does so after a minute.
 */
export function holdFiles(): () => void {
  const file = mark();
  mkdirSync(join(env.dataDir, "backups"), { recursive: true, mode: 0o700 });
  writeFileSync(file, "", { mode: 0o600 });
  const signs = setInterval(() => {
    const now = new Date();
    utimesSync(file, now, now);
  }, SIGN_MS);
  signs.unref();
  return () => {
    clearInterval(signs);
    rmSync(file, { force: true });
  };
}

/** Whether files without an attachment are to stay for now. A sign from the future is of a clock that was set back since. */
export const filesAreHeld = (now = Date.now()): boolean =>
  Math.abs(now - (statSync(mark(), { throwIfNoEntry: false })?.mtimeMs ?? 0)) < HOLD_MS;
