import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "../lib/core/env";
import { flush } from "../lib/core/flush";
import type { DatabaseSwap } from "./postgres-exchange";

const isFile = () => env.databaseUrl === undefined;

/** PostgreSQL's driver is loaded only where it is used. */
const database = async (): Promise<DatabaseSwap | null> =>
  isFile() ? null : (await import("./postgres-exchange")).postgresSwap;

/** What a site consists of, in its data folder. */
const parts = () =>
  isFile()
    ? ["broadsheet.db", "broadsheet.db-wal", "broadsheet.db-shm", "uploads", "secret.key"]
    : ["uploads", "secret.key"];

/** In a folder of replaced data: its database is kept by the PostgreSQL server. */
export const DATABASE_NOTE = "database.json";

/**
 * A restore between two states, in `restore.json`; folders are below the data folder. "aside": what is there is being
 * moved to `replaced`; "in": all of it has been, and what is in `prepared` takes its place; "out": that is being moved
 * to `prepared` again, since it could not be opened. Killed in the first, it goes back, unless PostgreSQL has exchanged
 * the database already; in the others, it goes on.
 */
type Swap = { phase: "aside" | "in" | "out"; prepared: string; replaced: string };

const swapFile = () => join(env.dataDir, "restore.json");

/**
 * The phases that may come after the first. They are written before anything is moved, and begin by a rename, so that
 * a disk that fills meanwhile stops no exchange in its middle.
 */
const plans = { in: "in", out: "out", home: "aside" } as const;
const planFile = (plan: keyof typeof plans) => join(env.dataDir, `restore.${plan}.json`);

function write(file: string, swap: Swap): void {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, JSON.stringify(swap), { mode: 0o600 });
  flush(unfinished);
  renameSync(unfinished, file);
  flush(env.dataDir);
}

const names = Object.keys(plans) as (keyof typeof plans)[];

function begin(folders: Omit<Swap, "phase">): void {
  for (const name of names) write(planFile(name), { phase: plans[name], ...folders });
  write(swapFile(), { phase: "aside", ...folders });
}

function goOn(plan: keyof typeof plans): void {
  renameSync(planFile(plan), swapFile());
  flush(env.dataDir);
}

function removePlans(): void {
  for (const file of [swapFile(), ...names.map(planFile)])
    for (const name of [file, `${file}.unfinished`]) rmSync(name, { force: true });
}

/** Moves every part that is in one folder into another, and waits until that is on disk. */
function moveParts(from: string, to: string): boolean {
  if (!existsSync(from)) return false;
  const there = parts().filter((part) => existsSync(join(from, part)));
  for (const part of there) renameSync(join(from, part), join(to, part));
  flush(from);
  flush(to);
  return there.length > 0;
}

/** Removes what an exchange needed; a folder that took nothing is of no use to anybody. */
async function clear({ prepared, replaced }: Omit<Swap, "phase">): Promise<void> {
  const theirs = join(env.dataDir, replaced);
  rmSync(join(env.dataDir, prepared), { recursive: true, force: true });
  await (await database())?.forget(prepared);
  const kept = [...parts(), DATABASE_NOTE];
  if (existsSync(theirs) && kept.every((part) => !existsSync(join(theirs, part)))) rmdirSync(theirs);
  removePlans();
  flush(env.dataDir);
}

async function finish(swap: Swap): Promise<void> {
  const [ours, theirs] = [join(env.dataDir, swap.prepared), join(env.dataDir, swap.replaced)];
  const exchanged = (await (await database())?.isIn(swap.prepared)) ?? false;
  if (swap.phase === "aside" && exchanged) {
    goOn("in");
    return finish({ ...swap, phase: "in" });
  }
  if (swap.phase === "out") {
    if (exchanged) await (await database())?.takeOut(swap.prepared, swap.replaced);
    moveParts(env.dataDir, ours);
    goOn("home");
  }
  if (swap.phase !== "in") rmSync(join(theirs, DATABASE_NOTE), { force: true });
  moveParts(swap.phase === "in" ? ours : theirs, env.dataDir);
  await clear(swap);
}

/** Whether a restore was killed between two states. */
export const isSwapUnfinished = (): boolean => existsSync(swapFile());

const readSwap = (): Swap => JSON.parse(readFileSync(swapFile(), "utf8")) as Swap;

/** Finishes a restore that was killed, or goes back: never a mixture of two sites. */
export async function finishSwap(): Promise<void> {
  if (isSwapUnfinished()) await finish(readSwap());
}

/** Puts the earlier site back in its place. Needs no space. */
async function takeBack(): Promise<void> {
  if (!isSwapUnfinished() || readSwap().phase === "in") goOn("out");
  await finishSwap();
}

/** What an exchange has done; it can be taken back until it is kept. */
export type Exchange = {
  /** The folder of what was replaced, below the data folder; null where there was nothing. */
  replaced: string | null;
  keep: () => Promise<void>;
  /** Puts the earlier site back, which needs no space. Nobody may have the database open. */
  takeBack: () => Promise<void>;
};

/** Exchanges the database where it is no file; the folder of what is replaced says where the earlier one is. */
async function swapDatabase(prepared: string, replaced: string): Promise<boolean> {
  const swap = await database();
  if (!swap) return false;
  const note = join(env.dataDir, replaced, DATABASE_NOTE);
  writeFileSync(note, JSON.stringify({ engine: "POSTGRESQL" }), { mode: 0o600 });
  flush(note);
  const wasThere = await swap.bringIn(prepared, replaced);
  if (!wasThere) rmSync(note);
  return wasThere;
}

/**
 * Puts the site of a prepared folder into the place of the present one, which is kept. Where that fails, the present
 * one is in its place.
 */
export async function swapIn(prepared: string, now: Date): Promise<Exchange> {
  await finishSwap();
  removePlans();
  const folders = { prepared, replaced: `replaced/${now.toISOString().replace(/[:.]/g, "-")}` };
  const [ours, aside] = [join(env.dataDir, prepared), join(env.dataDir, folders.replaced)];
  let wasThere: boolean;
  try {
    begin(folders);
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    flush(dirname(aside));
    const hadFiles = moveParts(env.dataDir, aside);
    wasThere = (await swapDatabase(prepared, folders.replaced)) || hadFiles;
    goOn("in");
    moveParts(ours, env.dataDir);
  } catch (error) {
    if (isSwapUnfinished()) await takeBack();
    else await clear(folders);
    throw error;
  }
  rmSync(swapFile());
  flush(env.dataDir);
  return { replaced: wasThere ? folders.replaced : null, keep: () => clear(folders), takeBack };
}
