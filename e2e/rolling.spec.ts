import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { newerProgram } from "../lib/testing/newer-program";
import { postgresPrograms, startPostgres } from "../lib/testing/postgres-server.mjs";
import { install } from "./rig/api";
import { ask, json } from "./rig/http";
import { leniency } from "./rig/leniency";
import { Proxy } from "./rig/proxy";
import { root, Server } from "./rig/server";
import { expect, test } from "./rig/test";

// One version is replaced by the next, one server after the other, behind a proxy and under load. The next version is
// this program with one more migration; or this program itself, after one of before, built in another folder:
// OLDER_PROGRAM=<folder> npm run journeys -- rolling

test.skip(postgresPrograms === undefined, "PostgreSQL is not installed on this machine");

const WRITERS = 3;
const READERS = 3;

/** An address of this machine, of another network each time: limits are counted by them. */
const from = (who: number, i: number) => `127.${1 + (i % 250)}.${who}.${1 + (Math.floor(i / 250) % 250)}`;

/** This program with a migration that expands as much as one may. */
function nextVersion(): string {
  const folder = newerProgram(
    [
      `ALTER TABLE "posts" ADD COLUMN "made_up" text DEFAULT '' NOT NULL`,
      `CREATE TABLE "made_up" ("id" integer PRIMARY KEY, "post_id" integer REFERENCES "posts" ("id") ON DELETE CASCADE)`,
      `CREATE INDEX "posts_made_up" ON "posts" ("made_up", "create_time", "id")`,
    ],
    "postgres",
  );
  const link = (...path: string[]) => {
    for (const name of readdirSync(join(root, ...path)))
      if (!["lib", "db", "migrations", "server"].includes(name))
        symlinkSync(join(root, ...path, name), join(folder, ...path, name));
  };
  mkdirSync(join(folder, "lib"));
  for (const path of [[], ["lib"], ["db"]]) link(...path);
  // The launcher finds the program by its own place, and builds nothing that is packaged.
  cpSync(join(root, "lib", "server"), join(folder, "lib", "server"), { recursive: true });
  writeFileSync(join(folder, "packaged"), `${process.platform} ${process.arch} ${process.versions.modules}\n`);
  return folder;
}

test("a new version takes the place of the one before without a refused request, and nothing is lost", async () => {
  const database = await startPostgres(postgresPrograms ?? "");
  const { OLDER_PROGRAM } = process.env;
  const [older, newer] = OLDER_PROGRAM === undefined ? [root, nextVersion()] : [OLDER_PROGRAM, root];
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString("base64"),
    STOP_DELAY: "1",
    TRUST_PROXY: "1",
  };
  const of = (folder: string) => new Server(settings, undefined, folder);
  const before = [of(older), of(older)] as const;
  const after = [of(newer), of(newer)] as const;
  for (const server of before) await server.start();
  const proxy = await Proxy.before(...before);
  const ada = await install(proxy);
  await ada.post({ title: "Read" });

  const acknowledged: string[] = [];
  const refused: string[] = [];
  const state = { isOver: false };
  const note = (what: string, { status, text }: { status: number; text: string }, wanted: number) => {
    if (status !== wanted) refused.push(`${what}: ${status} ${text.slice(0, 300)}`);
    return status === wanted;
  };
  const writing = Array.from({ length: WRITERS }, async (_, w) => {
    for (let i = 0; !state.isOver; i += 1) {
      const title = `Written ${w}.${i}`;
      const made = await ada.call<{ id: number }>("POST", "/admin/posts", { title, status: "PUBLISHED" });
      if (!note("create", made, 201)) continue;
      const changed = await ada.call("PUT", `/admin/posts/${made.body.id}`, { title, summary: "Changed" });
      if (note("change", changed, 200)) acknowledged.push(title);
      const comment = {
        author: `Reader ${w}`,
        email: `r${w}.${i}@example.org`,
        content: `${title}.`,
        postId: made.body.id,
      };
      note("comment", await ask(proxy, "/api/content/posts/comments", { ...json(comment), from: from(w, i) }), 201);
    }
  });
  const paths = ["/", "/archives/read", "/api/content/posts", "/archives", "/search?keyword=read", "/feed.xml"];
  const reading = Array.from({ length: READERS }, async (_, r) => {
    for (let i = r; !state.isOver; i += 1) {
      const path = paths[i % paths.length] ?? "/";
      note(path, await ask(proxy, path, { from: from(9, i) }), 200);
    }
  });
  const answeredBy = (server: Server) => proxy.answered.get(server) ?? 0;
  const busy = async (...servers: readonly Server[]) => {
    const least = new Map(servers.map((server) => [server, answeredBy(server) + 10]));
    const isDone = () =>
      refused.length > 0 || servers.every((server) => answeredBy(server) >= (least.get(server) ?? 0));
    await expect.poll(isDone, { timeout: 120_000 * leniency }).toBe(true);
    expect(refused).toEqual([]);
  };

  await busy(...before);
  for (const [i, server] of after.entries()) {
    await server.start();
    proxy.add(server);
    await busy(server, ...before.slice(i));
    await before[i]?.stop();
    await busy(server);
  }
  await busy(...after);
  state.isOver = true;
  await Promise.all([...writing, ...reading]);

  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ title: string }>("select title from posts where summary = 'Changed'");
  await client.end();
  const stored = new Set(rows.map(({ title }) => title));
  expect(acknowledged.filter((title) => !stored.has(title))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(WRITERS);
  await expect(before[0].start()).rejects.toThrow("newer version of Broadsheet");
  await before[0].kill();
  for (const server of [...before, ...after]) await server.end();
  await proxy.end();
  await database.stop();
});
