import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toAppError } from "../lib/core/errors";
import type { DomainEvent } from "../lib/core/events";
import { Supervisor } from "../lib/core/supervisor";
import { refusal } from "../lib/testing/factories";
import { postgresPrograms, type PostgresServer, startPostgres } from "../lib/testing/postgres-server";
import { postgres } from "./dialect";
import type { OpenDatabase } from "./open-database";
import { openPostgres } from "./postgres";
import { events, tags } from "./schema";

let server: PostgresServer;
let ours: OpenDatabase;
let others: Client;
let supervisor: Supervisor;
const heard: string[] = [];
const failed: string[] = [];
const recovered: string[] = [];
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);

const event = (touched: string[]): DomainEvent => ({
  operation: "test",
  actorId: null,
  actorName: "test",
  subject: null,
  summary: "",
  cacheKeys: touched,
});
const newTag = (name: string) => ({ name, slug: name, color: "red", createTime: new Date(), updateTime: new Date() });

/** Commits something as another process would. */
async function commitElsewhere(cacheKey: string): Promise<void> {
  await others.query("begin");
  await others.query(
    "insert into events (operation, actor_name, summary, tags, create_time) values ('other', 'other', '', $1, now())",
    [JSON.stringify([cacheKey])],
  );
  await others.query("notify broadsheet_events");
  await others.query("commit");
}

/** Ends every connection except this one. */
const endConnections = async () =>
  Number(
    (
      await others.query(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
      )
    ).rows[0].count,
  );

const connectOthers = async () => {
  others = new Client({ connectionString: server.url });
  others.on("error", () => undefined);
  await others.connect();
};

describe.skipIf(!postgres || postgresPrograms === undefined)("connections that PostgreSQL ends", () => {
  beforeAll(async () => {
    server = await startPostgres(postgresPrograms ?? "");
    process.on("uncaughtException", note).on("unhandledRejection", note);
  });
  afterAll(async () => {
    process.off("uncaughtException", note).off("unhandledRejection", note);
    await server.stop();
  });
  beforeEach(async () => {
    for (const list of [heard, failed, recovered, uncaught]) list.length = 0;
    ours = await openPostgres(server.url);
    await connectOthers();
    supervisor = new Supervisor(
      { failed: (loop) => failed.push(loop), recovered: (loop) => recovered.push(loop) },
      { first: 20, longest: 200 },
    );
    const follower = await ours.follow((touched) => heard.push(...touched));
    supervisor.begin(
      "follower",
      (turn) => follower.look(turn),
      () => follower.close(),
    );
    while (supervisor.status()[0]?.lastSuccess === null) await new Promise((resolve) => setTimeout(resolve, 5));
  });
  afterEach(async () => {
    await supervisor.stop();
    await others.end();
    await ours.close();
  });

  it("are made anew, however often, and what was committed meanwhile is heard", async () => {
    for (let round = 0; round < 5; round += 1) {
      // Some are idle, some in the middle of a transaction.
      const running = Array.from({ length: 4 }, (_, i) =>
        ours
          .transaction(
            async (db) => {
              await db.insert(tags).values(newTag(`lost ${round}.${i}`));
              await new Promise((resolve) => setTimeout(resolve, 300));
              await db.select().from(tags);
            },
            () => event(["lost"]),
          )
          .then(
            () => "kept",
            (error: unknown) => toAppError(error).code,
          ),
      );
      await Promise.all(Array.from({ length: 3 }, () => ours.reader.select().from(tags)));
      await expect
        .poll(
          async () =>
            (
              await others.query(
                "select count(*)::int as n from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()",
              )
            ).rows[0].n,
        )
        .toBe(4);
      expect(await endConnections()).toBeGreaterThan(5);
      await commitElsewhere(`missed:${round}`);
      expect(await Promise.all(running)).toEqual(["unavailable", "unavailable", "unavailable", "unavailable"]);
      await expect.poll(() => heard).toContain(`missed:${round}`);
      await commitElsewhere(`after:${round}`);
      await expect.poll(() => heard).toContain(`after:${round}`);
    }
    expect((await ours.reader.select().from(tags)).length).toBe(0);
    await ours.transaction(
      async (db) => db.insert(tags).values(newTag("kept")),
      () => event(["tags"]),
    );
    expect((await ours.reader.select().from(tags)).map(({ name }) => name)).toEqual(["kept"]);
    expect(uncaught).toEqual([]);
  });

  it("as a whole server that goes and comes back: refused as unavailable meanwhile, heard again after", async () => {
    await server.halt();
    expect(toAppError(await refusal(Promise.resolve(ours.reader.select().from(events)))).code).toBe("unavailable");
    expect(
      toAppError(
        await refusal(
          ours.transaction(
            async (db) => db.select().from(tags),
            () => null,
          ),
        ),
      ).code,
    ).toBe("unavailable");
    await expect.poll(() => failed.length).toBeGreaterThan(1);
    await server.resume();
    await connectOthers();
    await commitElsewhere("missed");
    await expect.poll(() => heard).toContain("missed");
    expect(recovered).toEqual(["follower"]);
    expect(uncaught).toEqual([]);
  });
});
