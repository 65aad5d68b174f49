import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Client } from "pg";
import {
  poolerProgram,
  postgresPrograms,
  type PostgresServer,
  startPooler,
  startPostgres,
} from "../lib/testing/postgres-server.mjs";
import { account, Api, install, logIn } from "./rig/api";
import { ask, json, type Reply } from "./rig/http";
import { leniency } from "./rig/leniency";
import { Proxy } from "./rig/proxy";
import { launch, root, Server } from "./rig/server";
import { expect, test } from "./rig/test";
import { Wire } from "./rig/wire";

// Two production servers on one PostgreSQL. The second one hears of commits over a wire of its own, and reaches the
// database over another, so that either can be lost.

test.skip(postgresPrograms === undefined, "PostgreSQL is not installed on this machine");

const SECRET_KEY = randomBytes(32).toString("base64");
let database: PostgresServer;
let requests: Wire;
let news: Wire;
let one: Server;
let other: Server;
let ada: Api;

const through = (port: number) => database.url.replace(/:\d+\//, `:${port}/`);
const titles = async (server: Server) => {
  const { status, text } = await ask(server, "/api/content/posts?size=100");
  expect(status, text).toBe(200);
  return (JSON.parse(text) as { title: string }[]).map(({ title }) => title);
};
const isReady = async (server: Server) => (await ask(server, "/api/ready")).status === 200;
/** Whether a page is served as one that the database may know better. */
const isOld = ({ status, headers }: Reply) =>
  status === 200 && headers["cache-control"] === "no-store" && headers.age !== undefined;
/** Whether a server answers from memory again; a second one like it does not. */
const isFresh = ({ status, headers }: Reply) => status === 200 && headers.age === undefined;

/** Forgets failures that a test has caused; none of them may have been uncaught. */
function forgetFailures(...servers: Server[]): void {
  for (const server of servers) {
    expect(server.stderr).not.toContain("that nobody");
    server.stderr = "";
  }
}

test.beforeAll(async () => {
  database = await startPostgres(postgresPrograms ?? "");
  const { port } = new URL(database.url);
  [requests, news] = [await Wire.to(Number(port)), await Wire.to(Number(port))];
  one = new Server({ DATABASE_URL: database.url, SECRET_KEY });
  other = new Server({
    DATABASE_URL: through(requests.port),
    DATABASE_LISTEN_URL: through(news.port),
    SECRET_KEY,
    STOP_DELAY: "1",
  });
  // At once, on an empty database.
  await Promise.all([one.start(), other.start()]);
  ada = await install(one);
});

test.afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await Promise.all([requests.end(), news.end()]);
  await database.stop();
});

test("a server with another key than the database knows does not start, and says why", async () => {
  const { code, stderr } = await launch([], {
    DATABASE_URL: database.url,
    DATA_DIR: test.info().outputPath("data"),
    SECRET_KEY: randomBytes(32).toString("base64"),
    PORT: "0",
  });
  expect(code).toBe(1);
  expect(stderr).toContain("The key in the setting SECRET_KEY is not the one that this database was written with.");
});

test("what one server publishes, the other shows; so it is with likes, which leave no line in the log", async () => {
  for (let i = 0; i < 10; i += 1) {
    await titles(other);
    await ada.post({ title: `Published ${i}` });
    await expect.poll(() => titles(other), { intervals: [2] }).toContain(`Published ${i}`);
  }
  const { id } = await ada.journal({ sourceContent: "Liked." });
  const likes = async () =>
    (JSON.parse((await ask(other, `/api/content/journals/${id}`)).text) as { likes: number }).likes;
  await expect.poll(likes).toBe(0);
  for (let i = 1; i <= 3; i += 1)
    await ask(one, `/api/content/journals/${id}/likes`, { method: "POST", from: `127.0.0.${i}` });
  await expect.poll(likes).toBe(3);
});

test("a server that does not hear of commits answers from the database, and later from nothing that it kept", async () => {
  await titles(other);
  news.cut();
  for (let i = 0; i < 5; i += 1) {
    await ada.post({ title: `Unheard ${i}` });
    expect(await titles(other)).toContain(`Unheard ${i}`);
  }
  expect(await isReady(other)).toBe(true);
  news.mend();
  await ada.post({ title: "Heard" });
  await expect.poll(() => titles(other)).toContain("Heard");
  forgetFailures(other);

  // A connection that PostgreSQL ends, however often, and a commit right after it.
  const client = new Client({ connectionString: database.url });
  await client.connect();
  for (let i = 0; i < 5; i += 1) {
    await titles(other);
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'broadsheet follower'",
    );
    await ada.post({ title: `Ended ${i}` });
    expect(await titles(other)).toContain(`Ended ${i}`);
  }
  await client.end();
  forgetFailures(one, other);
});

test("a server that is cut off shows what it kept and says so, refuses all else, and shows nothing old on its return", async () => {
  const kept = () => ask(other, "/");
  expect(isFresh(await kept())).toBe(true);
  for (const lose of [() => (requests.cut(), news.cut()), () => (requests.hold(), news.hold())]) {
    await expect.poll(async () => isFresh(await kept())).toBe(true);
    await titles(other);
    lose();
    await expect.poll(async () => isOld(await kept())).toBe(true);
    const refused = await ask(other, "/search?keyword=anything");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
    const program = await ask(other, "/api/admin/posts", { headers: { authorization: `Bearer ${ada.token}` } });
    expect([program.status, program.headers["retry-after"]]).toEqual([503, "2"]);
    expect(await isReady(other)).toBe(false);
    const { title } = await ada.post({ title: `Meanwhile ${randomBytes(4).toString("hex")}` });
    requests.mend();
    news.mend();
    await expect.poll(() => isReady(other)).toBe(true);
    expect(await titles(other)).toContain(title);
    expect((await kept()).text).toContain(title);
    forgetFailures(other);
  }
});

test("a database that is stopped and started under load loses nothing that was acknowledged", async () => {
  const servers = [one, other];
  // No page with posts is kept for long while they are written.
  const kept = (server: Server) => ask(server, "/api/content/links");
  for (const server of servers) await kept(server);
  const acknowledged: string[] = [];
  const answers = new Set<number>();
  const state = { isOver: false };
  const writing = servers.flatMap((server, s) =>
    Array.from({ length: 3 }, async (_, w) => {
      const api = new Api(server, ada.token);
      for (let i = 0; !state.isOver; i += 1) {
        const title = `Load ${s}.${w}.${i}`;
        const { status } = await api.call("POST", "/admin/posts", { title, status: "PUBLISHED" });
        answers.add(status);
        if (status === 201) acknowledged.push(title);
      }
    }),
  );
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  await database.halt();
  for (const server of servers) {
    await expect.poll(async () => isOld(await kept(server))).toBe(true);
    expect((await ask(server, "/search?keyword=x")).status).toBe(503);
  }
  await database.resume();
  const back = Date.now();
  for (const server of servers) await expect.poll(() => isReady(server)).toBe(true);
  expect(Date.now() - back).toBeLessThan(5_000 * leniency);
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
  state.isOver = true;
  await Promise.all(writing);
  expect(answers).toEqual(new Set([201, 503]));
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ title: string }>("select title from posts");
  await client.end();
  const stored = new Set(rows.map(({ title }) => title));
  expect(acknowledged.filter((title) => !stored.has(title))).toEqual([]);
  forgetFailures(...servers);
});

test("behind a proxy, a server that is killed and one that is stopped cost no reader a page and no writer a post", async () => {
  const proxy = await Proxy.before(one, other);
  const api = ada.at(proxy);
  const acknowledged: string[] = [];
  const refusals = new Set<number>();
  const unread: string[] = [];
  const state = { isOver: false };
  const writing = Array.from({ length: 3 }, async (_, w) => {
    for (let i = 0; !state.isOver; i += 1) {
      const title = `Proxied ${w}.${i}`;
      const key = { "idempotency-key": randomBytes(12).toString("hex") };
      for (;;) {
        const { status } = await api.call("POST", "/admin/posts", { title, status: "PUBLISHED" }, key);
        if (status === 201) break;
        refusals.add(status);
      }
      acknowledged.push(title);
    }
  });
  const reading = ["/", "/api/content/posts", "/archives", "/feed.xml"].map(async (path) => {
    while (!state.isOver) {
      const { status, text } = await ask(proxy, path);
      if (status !== 200) unread.push(`${path}: ${status} ${text.slice(0, 200)}`);
    }
  });
  const both = async () => {
    const least = [one, other].map((server) => (proxy.answered.get(server) ?? 0) + 20);
    await expect
      .poll(() => [one, other].every((server, i) => (proxy.answered.get(server) ?? 0) >= (least[i] ?? 0)))
      .toBe(true);
  };
  await both();
  await other.kill();
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 5);
  await other.start();
  await both();
  await one.stop();
  await one.start();
  await both();
  state.isOver = true;
  await Promise.all([...writing, ...reading]);
  await proxy.end();

  expect(unread).toEqual([]);
  // Of the killed server: cut off in the middle, or still being done where it was asked before.
  expect([...refusals].filter((status) => ![409, 502].includes(status))).toEqual([]);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ title: string }>("select title from posts where title like 'Proxied %'");
  await client.end();
  expect(rows.map(({ title }) => title).sort()).toEqual(acknowledged.sort());
  for (const server of [one, other]) expect(server.failures()).toEqual([]);
});

test("what one server keeps, the other lists, has verified at once and has deleted", async () => {
  const { jobId, name } = await ada.must<{ jobId: number; name: string }>(202, "POST", "/admin/exports", {
    public: true,
  });
  const there = ada.at(other);
  await expect.poll(async () => (await there.get<{ state: string }>(`/admin/jobs/${jobId}`)).state).toBe("DONE");
  const listed = async (api: Api, kind: string) =>
    (await api.get<{ name: string; server: string | null }[]>(`/admin/${kind}`)).map((each) => ({
      name: each.name,
      isHere: each.server === null,
    }));
  await expect.poll(() => listed(there, "exports")).toEqual([{ name, isHere: false }]);
  expect(await listed(ada, "exports")).toEqual([{ name, isHere: true }]);
  expect(await there.call("GET", `/admin/exports/${name}/file`)).toMatchObject({
    status: 409,
    body: { reason: "on_another_server" },
  });
  await there.must(204, "DELETE", `/admin/exports/${name}`);
  for (const api of [ada, there]) await expect.poll(() => listed(api, "exports")).toEqual([]);

  await ada.must(202, "POST", "/admin/backups", {});
  await expect.poll(async () => (await listed(there, "backups")).length).toBe(1);
  const [backup] = await listed(there, "backups");
  const { id } = await there.must<{ id: number }>(202, "POST", `/admin/backups/${backup?.name}/verify`);
  const job = () => there.get<{ state: string; createTime: string; startTime: string }>(`/admin/jobs/${id}`);
  await expect.poll(async () => (await job()).state).toBe("DONE");
  const { createTime, startTime } = await job();
  // A worker that nobody wakes looks every 30 seconds.
  expect(Date.parse(startTime) - Date.parse(createTime)).toBeLessThan(10_000);
  await there.must(204, "DELETE", `/admin/backups/${backup?.name}`);
  for (const api of [ada, there]) await expect.poll(() => listed(api, "backups")).toEqual([]);
});

test("what is planned happens once in all, however many servers there are", async () => {
  const { id } = await ada.post({ title: "Planned", createTime: new Date(Date.now() + 1_500).toISOString() });
  const published = async () =>
    (await ada.get<{ operation: string }[]>(`/admin/logs?subject=post:${id}&size=100`)).filter(
      ({ operation }) => operation === "publishAsPlanned",
    ).length;
  await expect.poll(published).toBe(1);
  const recurring = await ada.get<{ kind: string; title: string }[]>("/admin/jobs?state=WAITING&size=100");
  const kinds = recurring.map(({ kind, title }) => `${kind} ${title}`);
  expect(kinds.length).toBeGreaterThan(1);
  expect(kinds).toEqual([...new Set(kinds)]);
  await expect.poll(() => titles(other)).toContain("Planned");
  expect(await published()).toBe(1);
});

test("a backup is restored while both run, and neither shows anything of before", async () => {
  const { id } = await ada.post({ title: "In the backup" });
  await ada.must(202, "POST", "/admin/backups", {});
  const backups = () => ada.get<{ name: string; verified: { ok: boolean } | null }[]>("/admin/backups");
  await expect.poll(async () => (await backups())[0]?.verified?.ok).toBe(true);
  const name = (await backups())[0]?.name ?? "";
  await ada.change(id, { title: "Changed since" });
  for (const server of [one, other]) await expect.poll(() => titles(server)).toContain("Changed since");
  const wish = { confirm: name };
  const proof = { "x-current-password": account.password };
  expect((await ada.call("POST", `/admin/backups/${name}/restore`, wish, proof)).status).toBe(202);
  const restoring = async () => {
    const reply = await ask(one, "/api/admin/backups/restore", { headers: { authorization: `Bearer ${ada.token}` } });
    return reply.status === 200 ? (JSON.parse(reply.text) as { state: string; error: string | null }) : null;
  };
  await expect.poll(restoring).toMatchObject({ state: "DONE", error: null });
  for (const server of [one, other])
    await expect(async () => {
      const shown = await titles(server);
      expect([shown.includes("In the backup"), shown.includes("Changed since")]).toEqual([true, false]);
    }).toPass({ timeout: 60_000 });
  expect((await ada.post({ title: "Written afterwards" })).title).toBe("Written afterwards");
  await expect.poll(() => titles(other)).toContain("Written afterwards");
  forgetFailures(one, other);
});

test("a server that is told to stop says first that it is not ready, and takes requests meanwhile; no limit is forgotten", async () => {
  const attempt = async (server: Server, password: string) =>
    (await ask(server, "/api/admin/login", { ...json({ username: account.username, password }), from: "127.0.0.9" }))
      .status;
  for (let i = 0; i < 5; i += 1) expect(await attempt(one, "wrong")).toBe(401);
  expect(await attempt(other, account.password)).toBe(429);

  const stopping = other.stop();
  await expect.poll(() => isReady(other), { intervals: [5] }).toBe(false);
  expect((await ask(other, "/")).status).toBe(200);
  await stopping;
  await other.start();
  expect(await attempt(other, account.password)).toBe(429);
});

test("servers whose clocks are five minutes apart act as one", async () => {
  const apart = (ms: number) =>
    new Server({
      DATABASE_URL: database.url,
      SECRET_KEY,
      NODE_OPTIONS: `--import=${join(root, "e2e/rig/clock-apart.mjs")}`,
      CLOCK_APART_MS: String(ms),
    });
  const [ahead, behind] = [apart(300_000), apart(-300_000)];
  await Promise.all([ahead.start(), behind.start()]);
  const all = [one, ahead, behind];
  expect(ahead.stderr).toMatch(/"seconds":(299|30[01]),"msg":"this machine's clock is ahead of the database's/);
  expect(behind.stderr).toMatch(/"seconds":(299|30[01]),"msg":"this machine's clock is behind the database's/);
  // What one of them writes has the present time for all of them.
  for (const server of all) {
    const title = `By a clock of its own ${all.indexOf(server)}`;
    await ada.at(server).post({ title });
    for (const each of all) await expect.poll(() => titles(each), { timeout: 5_000 * leniency }).toContain(title);
  }
  // Nobody publishes before the time, and all do then.
  const plannedFor = Date.now() + 3_000;
  const { id } = await ada.post({ title: "Planned by clock", createTime: new Date(plannedFor).toISOString() });
  for (const server of all) {
    const shown = await titles(server);
    if (Date.now() < plannedFor) expect(shown).not.toContain("Planned by clock");
  }
  for (const server of all)
    await expect.poll(() => titles(server), { timeout: 10_000 * leniency }).toContain("Planned by clock");
  const published = async () =>
    (await ada.get<{ operation: string }[]>(`/admin/logs?subject=post:${id}&size=100`)).filter(
      ({ operation }) => operation === "publishAsPlanned",
    ).length;
  await expect.poll(published).toBe(1);
  // A sign-in at one holds at the others.
  const { token } = await logIn(ahead);
  for (const server of all) await new Api(server, token).get("/admin/posts");
  await Promise.all([ahead.end(), behind.end()]);
});

test("a server behind a pooler works, and says what it needs where nothing tells it of the pooler", async () => {
  test.skip(poolerProgram === undefined, "PgBouncer is not installed on this machine");
  const pooler = await startPooler(poolerProgram ?? "", database.url);
  const third = new Server({ DATABASE_URL: pooler.url, SECRET_KEY });
  await expect(third.start()).rejects.toThrow(
    "DATABASE_URL leads to a pooler that shares connections between transactions. Set DATABASE_LISTEN_URL",
  );
  const pooled = new Server({ DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: database.url, SECRET_KEY });
  await pooled.start();
  const api = new Api(pooled, ada.token);
  await Promise.all(Array.from({ length: 20 }, (_, i) => api.post({ title: `Pooled ${i}`, tagIds: [] })));
  await expect.poll(() => titles(one)).toContain("Pooled 19");
  await ada.post({ title: "For the pooled" });
  await expect.poll(() => titles(pooled)).toContain("For the pooled");
  expect((await ask(pooled, "/")).text).toContain("For the pooled");
  await pooled.end();
  await pooler.stop();
});
