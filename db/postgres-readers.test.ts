import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdingTurn } from "../lib/core/held-turns";
import { readersTurn } from "../lib/core/readers-turn";
import { sentBy } from "../lib/core/sender";
import { takeReadersTurn } from "../lib/services/limits/readers-turns";
import { postgresPrograms, type PostgresServer, startPostgres } from "../lib/testing/postgres-server.mjs";
import { postgres } from "./dialect";
import type { OpenDatabase } from "./open-database";
import { openPostgres } from "./postgres";

let server: PostgresServer;
let ours: OpenDatabase;

describe.skipIf(!postgres || postgresPrograms === undefined)("reads of PostgreSQL", () => {
  beforeAll(async () => {
    server = await startPostgres(postgresPrograms ?? "");
    ours = await openPostgres(server.url);
    readersTurn.provide(takeReadersTurn);
  });
  afterAll(async () => {
    await ours.close();
    await server.stop();
  });

  const had: string[] = [];
  const read = async (name: string) => {
    await (ours.reader as unknown as { execute: (query: SQL) => Promise<unknown> }).execute(
      sql`select pg_sleep(0.005)`,
    );
    had.push(name);
  };
  const from = (network: string, work: () => Promise<void>) => sentBy(() => false, work, { stranger: network });

  it("that one network asks for by the hundred keep neither others waiting nor whoever holds a turn", async () => {
    const crowd = Array.from({ length: 400 }, () => from("192.0.2.1", () => read("crowd")));
    await from("192.0.2.2", () => read("another"));
    await holdingTurn(() => read("in a turn"));
    await read("the program");
    await Promise.all(crowd);
    // Behind all of them each would be beyond four hundred.
    for (const name of ["another", "in a turn", "the program"]) expect(had.indexOf(name)).toBeLessThan(200);
  });
});
