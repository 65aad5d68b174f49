import { takeBackupLock } from "./data-dir";
import { finishSwap, isSwapUnfinished } from "./swap";

/** Ends a restore that was killed; one that is at work in another process is not touched. */
export async function finishRestore(): Promise<void> {
  if (!isSwapUnfinished()) return;
  const release = takeBackupLock();
  try {
    await finishSwap();
  } finally {
    release();
  }
}
