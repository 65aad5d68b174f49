import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server of its own for a test. */
export type PostgresServer = { url: string; stop: () => Promise<void>; start: () => Promise<void>; end: () => Promise<void> };

const installed = "/usr/lib/postgresql";
const programs = existsSync(installed) ? readdirSync(installed).map((version) => join(installed, version, "bin")).filter((folder) => existsSync(join(folder, "initdb"))).at(-1) : undefined;

/** Whom the server runs as: it refuses to be root. */
function owner(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return { uid: userInfo().uid, gid: userInfo().gid };
  try {
    const [uid, gid] = ["-u", "-g"].map((which) => Number(execFileSync("id", [which, "postgres"], { stdio: ["ignore", "pipe", "ignore"] })));
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}

/** Whether this machine has a PostgreSQL that a test may start. */
export const hasPostgres = programs !== undefined && owner() !== undefined;

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

/** Makes an empty database and starts a server on it. */
export async function startPostgres(): Promise<PostgresServer> {
  const user = owner();
  if (programs === undefined || !user) throw new Error("There is no PostgreSQL on this machine.");
  const folder = mkdtempSync(join(tmpdir(), "broadsheet-postgres-"));
  chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "test", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"], { ...user, cwd: folder, stdio: "ignore" });
  const port = await freePort();
  let gone: Promise<unknown> = Promise.resolve();
  let pid = 0;

  const start = async () => {
    const child = spawn(join(programs, "postgres"), ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${folder}`, "-c", "fsync=off"], { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    pid = child.pid ?? 0;
    gone = new Promise((resolve) => child.once("exit", resolve));
    await new Promise<void>((resolve, reject) => {
      let said = "";
      child.stderr.on("data", (chunk) => {
        said += String(chunk);
        if (said.includes("ready to accept connections")) resolve();
      });
      child.once("exit", () => reject(new Error(said)));
    });
  };
  const stop = async () => {
    // A fast stop: it ends the connections there are.
    process.kill(pid, "SIGINT");
    await gone;
  };
  await start();
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    start,
    stop,
    end: async () => {
      await stop().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
