import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "../../core/env";

/** Milliseconds for which a sign of life holds, between two of them, and after which a killed holder's mark is removed. */
const [HOLD_MS, SIGN_MS, LEFT_MS] = [60_000, 10_000, 3_600_000];

const folder = () => join(env.dataDir, "backups");

const markOf = (holder: string) => join(folder(), `.holding-${holder}`);

/** Removes the mark of a holder that was ended. */
export const endHold = (holder: string): void => rmSync(markOf(holder), { force: true });

/** The marks of all holders, with the milliseconds since their last sign. */
function marks(now = Date.now()): { file: string; age: number }[] {
  const names = existsSync(folder()) ? readdirSync(folder()) : [];
  return names
    .filter((name) => /^\.holding(-\w+)?$/.test(name))
    .map((name) => join(folder(), name))
    .map((file) => {
      const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      // A sign from the future is of a clock that was set back since.
      return { file, age: Math.abs(now - time) };
    });
}

/**
 * Keeps the files of deleted attachments on disk while a backup or export copies what its snapshot names, across
 * processes. The sweep removes them afterwards. Returns a function that ends it; the end of the process does so after a
 * minute. `holder`: a name of letters and digits that no other one has.
 */
export function holdFiles(holder: string): () => void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  for (const { file, age } of marks()) if (age > LEFT_MS) rmSync(file, { force: true });
  const file = markOf(holder);
  writeFileSync(file, "", { mode: 0o600 });
  const signs = setInterval(() => {
    const now = new Date();
    if (existsSync(file)) utimesSync(file, now, now);
  }, SIGN_MS);
  signs.unref();
  return () => {
    clearInterval(signs);
    endHold(holder);
  };
}

/** Whether files without an attachment are to stay for now. */
export const filesAreHeld = (now = Date.now()): boolean => marks(now).some(({ age }) => age < HOLD_MS);
