import { BackupBusy, takeBackupLock } from "../../db/data-dir";
import { finishSwap } from "../../db/swap";
import { system } from "../core/access";
import { AppError } from "../core/errors";
import { busy } from "../features/backups/jobs";
import { noteRestore } from "../features/backups/restore-mutations";
import { cancellable, restoreState, setRestoreState, siteRestore } from "../features/backups/restore-state";
import type { Progress } from "../features/backups/schema";
import { restoreSite } from "../features/backups/restoring";
import { beginRenewal } from "../features/renewals/mutations";
import type { Gate } from "./gate";
import type { Log } from "./observing/log";
import type { Running } from "./running";

/** Milliseconds that running requests may take, and between two attempts to open the earlier site. */
const [REQUESTS_MS, AGAIN_MS] = [8_000, 2_000];

const actor = { ...system, name: "the server" };

function lock(): () => void {
  try {
    return takeBackupLock();
  } catch (error) {
    throw error instanceof BackupBusy ? busy() : error;
  }
}

/** Lets backups be restored while this server runs; `forget` drops everything that is kept of the present site. */
export function provideRestore(running: Running, gate: Gate, forget: () => void, log: Log): void {
  async function open(): Promise<void> {
    await running.takeUp();
    forget();
    gate.open();
  }

  /** Tries until it works: whoever frees the disk need not start the server again. */
  async function reopen(): Promise<void> {
    for (;;) {
      try {
        // Where PostgreSQL was gone in the middle. It is not done while opening, since the lock is held.
        await finishSwap();
        return await open();
      } catch (error) {
        log.error({ err: error }, "the site cannot be opened after a restore that failed; it is tried again");
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  async function close(): Promise<void> {
    setRestoreState({ ...restoreState(), state: "EXCHANGING", progress: null });
    await gate.close(REQUESTS_MS);
    await running.letGo();
  }

  async function restore(name: string, path: string): Promise<void> {
    const signal = cancellable();
    try {
      const note = async () => {
        await noteRestore(actor, { from: name });
        await beginRenewal(actor, { isRestored: true });
      };
      const hands = { close, open, reopen, note };
      const onProgress = (progress: Progress) => setRestoreState({ ...restoreState(), progress });
      const { replaced, notes } = await restoreSite(path, hands, { signal, onProgress });
      setRestoreState({ ...restoreState(), state: "DONE", replaced, notes, endTime: new Date() });
      log.warn({ name, replaced }, "the site was restored from a backup");
    } catch (error) {
      if (signal.aborted)
        return setRestoreState({ ...restoreState(), state: "CANCELLED", progress: null, endTime: new Date() });
      const message = error instanceof AppError ? error.message : "Something went wrong. Look into the server's log.";
      setRestoreState({ ...restoreState(), state: "FAILED", progress: null, error: message, endTime: new Date() });
      log.error({ err: error, name }, "a backup could not be restored");
    }
  }

  siteRestore.provide((name, path) => {
    const release = lock();
    setRestoreState({
      state: "PREPARING",
      name,
      replaced: null,
      notes: [],
      progress: null,
      error: null,
      startTime: new Date(),
      endTime: null,
    });
    void restore(name, path).finally(release);
    return restoreState();
  });
}
