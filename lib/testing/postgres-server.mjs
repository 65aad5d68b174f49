import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";

/** Milliseconds in which clients may leave a server that is told to stop. */
const PATIENCE_MS = 10_000;

const debianFolder = "/usr/lib/postgresql";
const debianPrograms = existsSync(debianFolder)
  ? readdirSync(debianFolder).map((version) => join(debianFolder, version, "bin"))
  : [];

/**
 * The folder of an installed PostgreSQL's programs, the newest of several; BROADSHEET_TEST_POSTGRES names another.
 */
export const postgresPrograms =
  process.env.BROADSHEET_TEST_POSTGRES ??
  [...(process.env.PATH ?? "").split(":"), ...debianPrograms].findLast((folder) => existsSync(join(folder, "initdb")));

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** PostgreSQL refuses to run as root; its package has a user for it. */
function otherUser() {
  if (process.getuid?.() !== 0) return null;
  const numberOf = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: numberOf("-u"), gid: numberOf("-g") };
}

/** Starts an empty server in a folder that is removed with it; `more` are settings of PostgreSQL. */
export async function startPostgres(programs, more = []) {
  const user = otherUser();
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-postgres-"));
  if (user) chownSync(folder, user.uid, user.gid);
  const made = spawnSync(
    join(programs, "initdb"),
    ["-D", folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
    { ...user, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "max_connections=200",
    ...more,
  ];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let child;
  const start = async () => {
    child = spawn(
      join(programs, "postgres"),
      ["-D", folder, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
      { ...user, cwd: folder, stdio: "ignore" },
    );
    for (let tries = 1; !(await answers(url)); tries += 1) {
      if (child.exitCode !== null || tries === 200) throw new Error("PostgreSQL does not start.");
      await pause(50);
    }
  };
  const end = async (signal) => {
    child.kill(signal);
    if (child.exitCode === null) await once(child, "exit");
  };
  await start();
  return {
    url,
    async stop() {
      // Waits for its clients to leave; those of a test that failed never do.
      const patience = setTimeout(() => child.kill("SIGINT"), PATIENCE_MS);
      await end("SIGTERM");
      clearTimeout(patience);
      rmSync(folder, { recursive: true, force: true });
    },
    halt: () => end("SIGINT"),
    resume: start,
  };
}

/** PgBouncer, where it is installed. */
export const poolerProgram = ["/usr/sbin", ...(process.env.PATH ?? "").split(":")]
  .map((folder) => join(folder, "pgbouncer"))
  .find((path) => existsSync(path));

/** Starts a pooler before a server, which gives each transaction another connection. */
export async function startPooler(program, url) {
  const user = otherUser();
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-pooler-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const settings = [
    "[databases]",
    `site = host=127.0.0.1 port=${new URL(url).port} dbname=postgres user=postgres`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 4",
  ];
  writeFileSync(file, settings.join("\n"));
  if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid);
  const child = spawn(program, ["-q", file], { ...user, cwd: folder, stdio: "ignore" });
  const pooled = `postgres://postgres@127.0.0.1:${port}/site`;
  for (let tries = 1; !(await answers(pooled)); tries += 1) {
    if (child.exitCode !== null || tries === 200) throw new Error("PgBouncer does not start.");
    await pause(50);
  }
  return {
    url: pooled,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url) {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
