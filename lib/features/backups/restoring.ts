import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { BackupBusy, takeBackupLock } from "../../../db/data-dir";
import { postgres } from "../../../db/dialect";
import { postgresSite } from "../../../db/postgres-site";
import { type Exchange, finishSwap, swapIn } from "../../../db/swap";
import { env } from "../../core/env";
import { AppError } from "../../core/errors";
import { dropRevokedInChild, prepareInChild, type Watched } from "./child";
import { backupsFolder, removeUnfinished, unfinishedIn } from "./folder";
import { busy } from "./jobs";
import { discardPrepared } from "./prepared-database";
import { isFull, whileThereIsRoom } from "./room";

/** What a restore answers; `replaced` is the folder of the earlier data, below the data folder. */
export type Restored = {
  restored: true;
  from: string;
  counts: Record<string, number>;
  replaced: string | null;
  notes: string[];
};

/** How the process that restores lets go of the site, and opens it again. */
export type Hands = {
  close: () => Promise<void>;
  /** Where it fails, nothing is open. */
  open: () => Promise<void>;
  /** Opens the earlier site again, after a failure. */
  reopen: () => Promise<void>;
  /** Writes into the log of the restored site where it came from. */
  note: () => Promise<void>;
};

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** What killed restores prepared, where none is at work. */
const preparedHere = (): string[] => namesIn(env.dataDir).filter((name) => /^\.restore-[0-9a-f]+$/.test(name));

/** Removes what killed restores prepared; no other is at work. */
async function removeRemains(): Promise<void> {
  for (const name of preparedHere()) await rm(join(env.dataDir, name), { recursive: true, force: true });
  if (postgres) await postgresSite.dropRemains(namesIn(join(env.dataDir, "replaced")));
}

/** Does it while no backup or restore begins; not where one is at work. */
async function unlessBusy(work: () => Promise<void>): Promise<void> {
  let release: () => void;
  try {
    release = takeBackupLock();
  } catch (error) {
    if (error instanceof BackupBusy) return;
    throw error;
  }
  try {
    await work();
  } finally {
    release();
  }
}

/**
 * Removes what killed backups and restores left, which may be as large as the site. The next ones would, but may never
 * come. What is at work here, or on another server, is not touched.
 */
export async function removeRests(): Promise<void> {
  if (unfinishedIn(backupsFolder()).length === 0 && preparedHere().length === 0) return;
  await unlessBusy(async () => {
    await removeUnfinished(backupsFolder());
    if (preparedHere().length === 0) return;
    if (!postgres) return removeRemains();
    await postgresSite.whileAlone(removeRemains, busy).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.extra.reason !== "backup_running") throw error;
    });
  });
}

const wasPutBack = (error: unknown): AppError => {
  const back = "The restored site could not be opened, so the site as it was before was put back.";
  return isFull(error)
    ? new AppError("storage_full", `${back} The disk of ${env.dataDir} is full: free some space and try again.`)
    : new AppError("internal", `${back} Look for the reason in the server's log.`, { cause: error });
};

/** Takes the place of the present site; where the new one cannot be opened, the earlier one is put back. */
async function exchange(prepared: string, { close, open, note }: Hands): Promise<Exchange> {
  const exchanged = await swapIn(prepared, new Date());
  let isOpen = false;
  try {
    await open();
    isOpen = true;
    await note();
    return exchanged;
  } catch (error) {
    if (isOpen) await close();
    await exchanged.takeBack();
    throw wasPutBack(error);
  }
}

/** The most accounts that are named. */
const MOST_NAMED = 20;

/** Rights come back with a site, also to an owner whom somebody locked out: nobody but the owner can tell which should. */
function comeBack(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).map((name) => name.replace(/\p{Cc}/gu, " "));
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return `These accounts were suspended, deleted, or got another role or password since, and are again as they were then: ${named.join(", ")}${more}. Whoever should not be able to sign in has to be suspended again.`;
}

/**
 * Puts a backup, or replaced data, into the place of the present site. A failure before the swap changes nothing; if
 * the new site cannot be opened, the old one is put back. It can be cancelled until `close`. Call it while holding the lock of backups.
 */
export const restoreSite = (path: string, hands: Hands, watched: Watched = {}): Promise<Restored> =>
  postgres ? postgresSite.whileAlone(() => restore(path, hands, watched), busy) : restore(path, hands, watched);

async function restore(path: string, hands: Hands, watched: Watched): Promise<Restored> {
  // An earlier one that was killed; what it prepared is needed for that.
  await finishSwap();
  await removeRemains();
  const prepared = `.restore-${randomBytes(6).toString("hex")}`;
  const into = join(env.dataDir, prepared);
  const { counts, notes } = await prepareInChild(path, into, watched);
  if (watched.signal?.aborted) {
    await discardPrepared(into);
    throw watched.signal.reason;
  }
  const live = join(env.dataDir, "broadsheet.db");
  const wasThere = postgres || existsSync(live);
  try {
    const { replaced, keep } = await whileThereIsRoom(
      env.dataDir,
      "nothing was restored, and the site is as it was.",
      async () => {
        await hands.close();
        // PostgreSQL does so in the transaction of the exchange.
        const { isKnown, back } = postgres
          ? { isKnown: true, back: await postgresSite.accountsBack(prepared) }
          : await dropRevokedInChild(join(into, "broadsheet.db"), wasThere ? live : null);
        if (back.length > 0) notes.push(comeBack(back));
        if (!isKnown)
          notes.push(
            "The replaced database could not be read, so nobody knows what was revoked in it: everybody signs in again, and access tokens have to be made anew.",
          );
        return exchange(prepared, hands);
      },
    );
    await keep();
    return { restored: true, from: path, counts, replaced, notes };
  } catch (error) {
    // Frees its space, which the earlier site may need to be opened.
    await rm(into, { recursive: true, force: true });
    if (wasThere) await hands.reopen();
    // A server that does not answer keeps it until the next restore.
    if (postgres) await discardPrepared(into).catch(() => undefined);
    throw error;
  }
}
