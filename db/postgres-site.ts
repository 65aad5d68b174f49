import { env } from "../lib/core/env";
import type { OpenDatabase } from "./open-database";
import type { Dump } from "./postgres-dump";
import type { Contents } from "./postgres-load";

// The driver is loaded only where PostgreSQL is used, since it takes 20 MB of memory.
const dumping = () => import("./postgres-dump");
const loading = () => import("./postgres-load");
const exchanging = () => import("./postgres-exchange");

/** What backups and restores need of PostgreSQL. A prepared or replaced site is named by its folder in the data folder. */
export const postgresSite = {
  /** Reads the site at one moment. */
  read: async <T>(work: (dump: Dump) => Promise<T>): Promise<T> => (await dumping()).readDump(work),

  /** Makes a site ready beside the present one. */
  async prepare(folder: string, contents: Contents): Promise<void> {
    const { schemaOf } = await exchanging();
    await (await loading()).loadSchema(schemaOf(folder), contents);
  },

  /** Makes a site ready that is the one which a restore replaced. Returns its rows by table. */
  async prepareReplaced(replaced: string, folder: string): Promise<Record<string, number>> {
    const { schemaOf } = await exchanging();
    return (await loading()).copySchema(schemaOf(replaced), schemaOf(folder));
  },

  /** Opens a site that was made ready. */
  async open(folder: string): Promise<OpenDatabase> {
    const { schemaOf } = await exchanging();
    return (await import("./postgres")).openPostgres(env.databaseUrl ?? "", schemaOf(folder));
  },

  /** Drops a site that was made ready or replaced. */
  forget: async (folder: string): Promise<void> => (await exchanging()).postgresSwap.forget(folder),

  /** The accounts that get back what they lost since the backup of a site that was made ready. */
  accountsBack: async (folder: string): Promise<string[]> => (await exchanging()).accountsBack(folder),

  /** Does it while no other server of the site restores. */
  whileAlone: async <T>(work: () => Promise<T>, busy: () => Error): Promise<T> =>
    (await exchanging()).whileAlone(work, busy),

  /** Drops what this server's killed restores prepared, and what it replaced and is not in the list any more. */
  dropRemains: async (replaced: readonly string[]): Promise<void> => (await exchanging()).dropRemains(replaced),

  /** Bytes of the replaced sites that the server keeps, by their names. */
  replacedBytes: async (names: readonly string[]): Promise<ReadonlyMap<string, number>> =>
    (await exchanging()).replacedBytes(names),
};
