import type { Engine } from "../lib/core/operation";

/** Storage as the runner, the server and the commands see it. */
export type OpenDatabase = Engine & {
  /** Calls back with the tags of what other processes commit, within about 100 ms. */
  followForeignCommits(onTags: (tags: string[]) => void): Promise<void>;
  /** Where the automatic copy before a migration went, if one was made. */
  copyBeforeMigration: string | null;
  /** Writes what is still in the log into the database file and lets go of it. */
  close(): Promise<void>;
};
