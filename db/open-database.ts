import type { Engine } from "../lib/core/operation";

/** Watches for commits of other processes; the supervisor has it look again and again. */
export type Follower = {
  /** Reads what was committed since the last look. Answers in how many milliseconds to look again. */
  look(turn: { wake: () => void }): Promise<number>;
  close(): Promise<void>;
};

/** Storage as the runner, the server and the commands see it. */
export type OpenDatabase = Engine & {
  /** Begins to watch for what other processes commit from now on, and calls back with their cache keys. */
  follow(onCommit: (cacheKeys: string[]) => void): Promise<Follower>;
  /** Where the automatic copy before a migration went, if one was made. */
  copyBeforeMigration: string | null;
  /** Writes what is still in the log into the database file and lets go of it. */
  close(): Promise<void>;
};
