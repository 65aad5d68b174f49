import { Client } from "pg";
import type { Follower } from "./open-database";

/** The channel on which writers notify listeners. */
export const CHANNEL = "broadsheet_events";

/** Milliseconds between checks of the connection: one that was cut on the way does not report it. */
const HEARTBEAT_MS = 30_000;
const LONGEST_WAIT_MS = 10_000;

/** Listens on its own connection. One that ends is replaced at the next look, which reads what was missed. */
export function postgresFollower(url: string, readNews: () => Promise<void>): Follower {
  let listener: Client | undefined;
  let heardAt = 0;

  const end = async (client: Client) => {
    if (listener === client) listener = undefined;
    // The server may have ended it.
    await client.end().catch(() => undefined);
  };

  async function connect(wake: () => void): Promise<Client> {
    const client = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: LONGEST_WAIT_MS,
      query_timeout: LONGEST_WAIT_MS,
      application_name: "broadsheet follower",
    });
    client.on("notification", wake);
    for (const event of ["error", "end"] as const)
      client.on(event, () => {
        if (listener !== client) return;
        listener = undefined;
        wake();
      });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      heardAt = Date.now();
    } catch (error) {
      await end(client);
      throw error;
    }
    return client;
  }

  return {
    async look({ wake }) {
      listener ??= await connect(wake);
      if (Date.now() - heardAt >= HEARTBEAT_MS) {
        const client = listener;
        await client.query("select 1").catch(async (error: unknown) => {
          await end(client);
          throw error;
        });
        heardAt = Date.now();
      }
      await readNews();
      return HEARTBEAT_MS;
    },
    async close() {
      if (listener) await end(listener);
    },
  };
}
