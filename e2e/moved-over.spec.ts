import { randomBytes, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import Sqlite from "../db/sqlite-driver.mjs";
import { aJpeg } from "../lib/testing/pictures";
import { postgresPrograms, type PostgresServer, startPostgres } from "../lib/testing/postgres-server.mjs";
import { type S3Server, startS3 } from "../lib/testing/s3-server";
import { ask } from "./rig/http";
import { launch, Server } from "./rig/server";
import { owner, siteServer } from "./rig/site";
import { expect, test } from "./rig/test";

// A site is moved from SQLite to PostgreSQL, two servers and S3 as docs/operating.md says, and written to while servers
// and the database are killed in turn. Afterwards each record is compared with what was acknowledged. A large one:
// MOVED_POSTS=100000 MOVED_SECONDS=600 npm run journeys -- moved-over

test.skip(postgresPrograms === undefined, "PostgreSQL is not installed on this machine");

const POSTS = Number(process.env.MOVED_POSTS ?? 100);
const SECONDS = Number(process.env.MOVED_SECONDS ?? 8);
const WRITERS = 6;

test.setTimeout((600 + POSTS / 20 + SECONDS * 3) * 1000);

type Row = { id: number; title: string; slug: string; content: string; created: number };
type Written = { id: number; title: string; content: string };

const inFile = (file: string): Row[] => {
  const client = new Sqlite(file, { readonly: true });
  try {
    return client
      .prepare(
        "SELECT id, title, slug, coalesce(original_content, '') AS content, create_time AS created FROM posts ORDER BY id",
      )
      .all() as Row[];
  } finally {
    client.close();
  }
};

async function inDatabase(url: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(
    "SELECT id, title, slug, coalesce(original_content, '') AS content, (extract(epoch from create_time) * 1000)::float8 AS created FROM posts ORDER BY id",
  );
  await client.end();
  return rows;
}

test("a site that was moved over loses nothing, shows nothing old and does nothing twice, whatever is killed", async () => {
  const before = siteServer();
  await before.start();
  const ada = owner(before);
  await Promise.all(
    Array.from({ length: 8 }, async (_, w) => {
      for (let i = w; i < POSTS; i += 8) await ada.post({ title: `Moved ${i}`, originalContent: `Text ${i}` });
    }),
  );
  const pictures = await Promise.all(
    [1, 2, 3].map(async (n) => ada.upload(`picture-${n}.jpg`, await aJpeg({ width: 200 * n, height: 100 }))),
  );
  const bytes = await Promise.all(pictures.map(async ({ url }) => (await ask(before, url)).bytes));

  // As docs/operating.md says.
  expect((await before.cms("backup")).code).toBe(0);
  await before.stop();
  const old = inFile(join(before.dataDir, "broadsheet.db"));
  expect(old.length).toBeGreaterThanOrEqual(POSTS);
  const [database, s3]: [PostgresServer, S3Server] = [await startPostgres(postgresPrograms ?? ""), await startS3()];
  const copied = await before.cms("database", "copy", database.url);
  expect(copied.code, copied.stdout + copied.stderr).toBe(0);
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: readFileSync(join(before.dataDir, "secret.key"), "utf8").trim(),
    S3_ENDPOINT: s3.settings.endpoint ?? "",
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  };
  const files = await launch(["--cms", "files", "move", "s3"], { ...settings, DATA_DIR: before.dataDir });
  expect(files.code, files.stdout + files.stderr).toBe(0);
  expect(await inDatabase(database.url)).toEqual(old);
  const servers = [new Server(settings), new Server(settings)] as const;
  await Promise.all(servers.map((each) => each.start()));

  const written = new Map<number, Written>();
  const state = { isOver: false, refused: 0 };
  /** Asks one server or the other until one acknowledges, as a program behind a proxy does. */
  async function acknowledged<T>(method: string, path: string, body: object, key: string): Promise<T> {
    for (;;) {
      const api = ada.at(servers[randomInt(2)] ?? servers[0]);
      const answer = await api
        .call<T>(method, path, body, { "idempotency-key": key })
        .catch((error: unknown) => ({ status: 0, text: String(error), body: undefined }));
      if (answer.status >= 200 && answer.status < 300) return answer.body as T;
      expect([0, 409, 503], `${method} ${path}: ${answer.text}`).toContain(answer.status);
      state.refused += 1;
      await pause(randomInt(20, 120));
    }
  }
  const newKey = () => randomBytes(12).toString("hex");
  const writing = Array.from({ length: WRITERS }, async (_, w) => {
    const own: Written[] = [];
    for (let i = 0; !state.isOver; i += 1) {
      const earlier = own[randomInt(own.length + 1)];
      const content = `Written by ${w}, the ${i}th time`;
      if (earlier) {
        await acknowledged(
          "PUT",
          `/admin/posts/${earlier.id}`,
          { title: earlier.title, originalContent: content },
          newKey(),
        );
        earlier.content = content;
        continue;
      }
      const title = `New ${w}.${i}`;
      const made = await acknowledged<{ id: number }>(
        "POST",
        "/admin/posts",
        { title, status: "PUBLISHED", originalContent: content },
        newKey(),
      );
      const post = { id: made.id, title, content };
      own.push(post);
      written.set(made.id, post);
    }
  });
  const end = Date.now() + SECONDS * 1000;
  let rounds = 0;
  for (; Date.now() < end || rounds < 3; rounds += 1) {
    const before = written.size;
    await expect.poll(() => written.size).toBeGreaterThan(before + WRITERS);
    const victim = servers[rounds % 3];
    if (victim) {
      await victim.kill();
      await victim.start();
    } else {
      await database.halt();
      await database.resume();
    }
  }
  state.isOver = true;
  await Promise.all(writing);

  for (const server of servers) await expect.poll(async () => (await ask(server, "/api/ready")).status).toBe(200);
  const now = await inDatabase(database.url);
  // Nothing moved has changed, nothing acknowledged is lost or of before, and nothing else is there.
  expect(now.slice(0, old.length)).toEqual(old);
  expect(now.slice(old.length).map(({ id, title, content }) => ({ id, title, content }))).toEqual(
    [...written.values()].sort((a, b) => a.id - b.id),
  );
  for (const server of servers) {
    const sample = [...written.values()].slice(-200);
    for (const { id, title, content } of sample) {
      const shown = await ask(server, `/api/content/posts/${id}`);
      expect([shown.status, shown.text.includes(title), shown.text.includes(content)]).toEqual([200, true, true]);
    }
    for (const [i, { url }] of pictures.entries())
      expect((await ask(server, url)).bytes.equals(bytes[i] ?? Buffer.alloc(0)), url).toBe(true);
    expect(server.stderr).not.toContain("that nobody");
    server.stderr = "";
  }
  console.log(
    `${old.length} posts moved; ${written.size} written and changed, ${state.refused} times refused, in ${rounds} rounds of a kill: all as acknowledged.`,
  );
  await Promise.all(servers.map((each) => each.end()));
  await before.end();
  await s3.close();
  await database.stop();
});
