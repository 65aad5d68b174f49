import { shared } from "./shared";

/**
 * How far what this process remembers of the database can be trusted. On SQLite it always can; on PostgreSQL the
 * follower of commits says so (db/postgres-follower.ts).
 */
export const memory = shared("memory", () => ({
  /** Whether this process learns of every commit of others. Only then are answers kept in memory and given from it. */
  isCurrent: true,
  /** Whether the database is out of reach, so that kept answers are the best there is. */
  isAlone: false,
  /** Called, where metrics are on, with the milliseconds that the news of one of our own commits took to come back. */
  onOwnNews: null as ((milliseconds: number) => void) | null,
}));
