import { Client, type ClientConfig } from "pg";
import { env } from "../lib/core/env";
import { explainedPostgres } from "./postgres-errors";

/** Does work on one connection of its own, beside those of the engine. */
export async function onConnection<T>(work: (client: Client) => Promise<T>, config: ClientConfig = {}): Promise<T> {
  const client = new Client({
    connectionString: env.databaseUrl ?? "",
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: "broadsheet backups",
    options: "-c timezone=UTC",
    ...config,
  });
  // A connection that ends tells its queries; without a listener it would be an uncaught exception as well.
  client.on("error", () => undefined);
  return explainedPostgres(async () => {
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}

/** Does work in a transaction; `begin` may say of what kind. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>, begin = "begin"): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** The values of a query's first column. */
export async function column<T>(client: Client, text: string, values: unknown[] = []): Promise<T[]> {
  const { rows } = await client.query<T[]>({ text, values, rowMode: "array" });
  return rows.map(([value]) => value as T);
}
