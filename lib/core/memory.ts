import { shared } from "./shared";

/**
 * How far what this process remembers of the database can be trusted. On SQLite it always can; on PostgreSQL the
 * follower of commits says so (db/postgres-follower.ts).
 */
export const memory = shared("memory", () => ({
  /** Whether every commit of other processes is heard of: only then an answer is given from memory, or kept there. */
  isCurrent: true,
  /** Whether the database is out of reach, so that kept answers are the best there is. */
  isAlone: false,
  /** Told, where somebody measures it, after how many milliseconds the news of an own commit came back. */
  onOwnNews: null as ((milliseconds: number) => void) | null,
}));
