import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { dropRevoked } from "../../../db/carry-over";
import { env, s3Variables } from "../../core/env";
import { AppError } from "../../core/errors";
import { shared } from "../../core/shared";
import { ChildEnded, inChild } from "../../services/workers/starting";
import { TaskWorker, type Watching } from "../../services/workers/worker";
import type { BackupTask } from "./backup-child";
import type { Making } from "./making";
import type { Prepared } from "./preparing";
import type { Progress, BackupFacts } from "./schema";
import type { Verification } from "./verifying";

/** The launcher bundles it from `backup-child.ts`. */
const program = resolve("dist/backup-child.js");
/** Milliseconds: a large site on a slow disk takes hours. An idle child ends soon. */
const [LONGEST, IDLE] = [24 * 3_600_000, 1_000];

/** Bytes that the child may hold, and the part of them that is its heap, in megabytes: a list of a million files fits. */
export const childMemory = { resident: 1536 * 1024 ** 2, heap: 1024 };

const tooLarge = () =>
  new AppError("too_large", "The backup takes more memory to read than a backup of Broadsheet ever does.", {
    reason: "backup_too_large",
  });
const failed = (cause?: Error) =>
  new AppError("internal", "The backup could not be made or read. Look for the reason in the server's log.", {
    ...(cause && { cause }),
  });

/** Short work does not wait for backups and restores. */
const workerOf = (kind: "worker" | "helper"): TaskWorker<BackupTask, unknown> =>
  shared(
    `backup ${kind}`,
    () =>
      new TaskWorker(
        inChild(program, {
          execArgv: [`--max-old-space-size=${childMemory.heap}`],
          env: {
            NODE_ENV: "production",
            DATA_DIR: env.dataDir,
            ...(env.databaseUrl !== undefined && { DATABASE_URL: env.databaseUrl }),
            ...(env.secretKey !== undefined && { SECRET_KEY: env.secretKey }),
            ...s3Variables(env.s3),
          },
        }),
        {
          time: LONGEST,
          idle: IDLE,
          memory: childMemory.resident,
          // A second try would end in the same way.
          tries: 1,
          waiting: { most: 20, mostBytes: 20, retryAfter: 60 },
        },
        {
          tooLong: failed,
          tooLarge,
          // The engine ends itself where its heap is full.
          ended: (cause) => (cause instanceof ChildEnded && cause.signal === "SIGABRT" ? tooLarge() : failed(cause)),
        },
      ),
  );

/** What the caller is told of the work; cancelled work ends with its child and leaves nothing behind. */
export type Watched = Watching<Progress>;

const inTheChild = (task: BackupTask, watched: Watched = {}): Promise<unknown> =>
  workerOf("worker").run(task, 1, watched);
const inTheHelper = (task: BackupTask): Promise<unknown> => workerOf("helper").run(task, 1);

/** Makes a backup in a child process, beside whatever this one does. */
export async function makeInChild(making: Making, watched: Watched = {}): Promise<BackupFacts> {
  const wasThere = existsSync(making.path);
  try {
    return (await inTheChild({ task: "make", dataDir: env.dataDir, ...making }, watched)) as BackupFacts;
  } catch (error) {
    if (watched.signal?.aborted) {
      await removeCancelled(making.path);
      // It was complete at the moment it was cancelled, so it is removed.
      if (!wasThere) rmSync(making.path, { force: true });
    }
    throw error;
  }
}

/** Removes what a child left that was ended. */
async function removeCancelled(path: string): Promise<void> {
  try {
    await inTheHelper({ task: "clear", dataDir: env.dataDir, path });
  } catch (error) {
    // Another backup has begun since, and removes it.
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
  }
}

/** Moves a folder of the data folder, while nobody else backs up or restores. */
export const moveInChild = (from: string, to: string): Promise<void> =>
  inTheHelper({ task: "move", dataDir: env.dataDir, from, to }) as Promise<void>;

/** Verifies a backup in a child process; `scratchIn` is a folder where its database may be unpacked. */
export async function verifyInChild(
  path: string,
  { scratchIn = dirname(path), ...watched }: Watched & { scratchIn?: string } = {},
): Promise<Verification> {
  const scratch = join(scratchIn, `.verifying-${randomBytes(4).toString("hex")}`);
  try {
    return (await inTheChild({ task: "verify", dataDir: env.dataDir, path, scratch }, watched)) as Verification;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Makes the site of a backup ready in a folder, in a child process. */
export async function prepareInChild(path: string, into: string, watched: Watched = {}): Promise<Prepared> {
  try {
    return (await inTheChild({ task: "prepare", dataDir: env.dataDir, path, into }, watched)) as Prepared;
  } catch (error) {
    await rm(into, { recursive: true, force: true });
    throw error;
  }
}

/** Takes from a prepared database what was revoked since, in a child process. */
export const dropRevokedInChild = (prepared: string, live: string | null): Promise<ReturnType<typeof dropRevoked>> =>
  inTheChild({ task: "drop revoked", dataDir: env.dataDir, prepared, live }) as Promise<ReturnType<typeof dropRevoked>>;

/** Ends the children, for an orderly end of the process. */
export const stopBackups = async (): Promise<void> =>
  void (await Promise.all([workerOf("worker").stop(), workerOf("helper").stop()]));
