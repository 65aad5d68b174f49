import type { Engine } from "../lib/core/operation";

/** Gets the cache keys of commits of other processes; null: anything may have changed. */
export type OnCommit = (cacheKeys: string[] | null) => void;

/** Watches for commits of other processes; the supervisor calls `look` again and again. */
export type Follower = {
  /** Reads what was committed since the last look. Returns after how many milliseconds to look again. */
  look(turn: { wake: () => void }): Promise<number>;
  close(): Promise<void>;
};

/** How many connections each pool has, how many of them nobody uses, and how many requests wait for one. */
export type Pools = Record<string, { total: number; idle: number; waiting: number }>;

/** Storage as the runner, the server and the commands use it. */
export type OpenDatabase = Engine & {
  /** Watches for commits of other processes from now on. */
  follow(onCommit: OnCommit): Promise<Follower>;
  /** Path of the automatic copy before a migration, if one was made. */
  copyBeforeMigration: string | null;
  /** PostgreSQL's connections at this moment. */
  pools?(): Pools;
  /** Writes the rest of the log into the database file and closes it. */
  close(): Promise<void>;
};
