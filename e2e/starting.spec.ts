import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "../db/sqlite-driver.mjs";
import { install } from "./rig/api";
import { newFolder } from "./rig/folders";
import { leniency } from "./rig/leniency";
import { launch, Server } from "./rig/server";
import { copyOfSite, owner, siteServer } from "./rig/site";
import { expect, test } from "./rig/test";

const folder = () => newFolder("start");
const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** A start that must be refused: code 1, one sentence with this text, no stack. */
async function expectRefused(settings: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, stdout, stderr, seconds } = await launch([], {
    PORT: "0",
    DATA_DIR: join(folder(), "data"),
    ...settings,
  });
  expect(code, stdout + stderr).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(stdout).not.toContain("Broadsheet serves");
  expect(seconds).toBeLessThan(30 * leniency);
}

/** The data folder of a site that was set up and stopped. */
function usedFolder(): { dataDir: string; file: string } {
  const dataDir = copyOfSite();
  return { dataDir, file: join(dataDir, "broadsheet.db") };
}

/** Milliseconds of a Node program that does nothing: the measure of how fast this machine is now. */
function nothing(): number {
  const begun = performance.now();
  execFileSync(process.execPath, ["-e", ""]);
  return performance.now() - begun;
}

test("a second start serves within five seconds where an empty program takes 40 milliseconds or less", async () => {
  const USUAL_MS = 40;
  const LIMIT = 5000 / USUAL_MS;
  const server = new Server({ WARM_UP: "on" });
  await server.start();
  const ratios: number[] = [];
  // The best of eight, since other programs may slow down any one of them.
  while (ratios.length < 8 && !ratios.some((ratio) => ratio < LIMIT)) {
    await server.stop();
    const empty = Math.max(nothing(), USUAL_MS);
    const begun = performance.now();
    await server.start();
    expect((await fetch(server.url("/"))).status).toBe(200);
    ratios.push((performance.now() - begun) / empty);
  }
  expect(Math.min(...ratios), "times an empty program").toBeLessThan(LIMIT);
  await server.end();
});

test("a setting that makes no sense is named, with what it must be", async () => {
  for (const [name, value, sentence] of [
    ["PORT", "abc", /The setting PORT is "abc", but it must be a port number from 0 to 65535\./],
    ["PORT", "70000", /PORT is "70000"/],
    ["SITE_URL", "example.org", /SITE_URL .* starting with http:\/\/ or https:\/\//],
    ["SITE_URL", "https://example.org/blog", /SITE_URL .* with nothing after the host/],
    ["DATABASE_URL", "mysql://x", /DATABASE_URL .* postgres:\/\//],
    ["LOG_LEVEL", "loud", /LOG_LEVEL .* one of fatal, error/],
    ["TRUST_PROXY", "yes", /TRUST_PROXY .* how many reverse proxies/],
  ] as const)
    await expectRefused({ [name]: value }, sentence);
});

test("secrets and data are readable by their owner only, and nothing else is written", async () => {
  const server = new Server();
  await server.start();
  const ada = await install(server);
  await ada.post({ title: "Kept", originalContent: "Kept well." });
  await server.stop();
  const { dataDir } = server;
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(dataDir)).toBe("700");
  expect(mode(join(dataDir, "secret.key"))).toBe("600");
  expect(readdirSync(dataDir).sort()).toEqual(["broadsheet.db", "secret.key", "server.lock"]);
});

test("a second server on the same folder is refused, a free folder is not", async () => {
  const server = new Server();
  await server.start();
  await expectRefused(
    { DATA_DIR: server.dataDir },
    /Another server is already running on .*Stop it first, or set DATA_DIR/,
  );
  expect((await fetch(server.url("/api/health"))).status).toBe(200);
  await server.kill();
  // The lock does not outlive its holder.
  await server.start();
  await server.end();
});

test("an address that this machine does not have is named, one that it has is printed", async () => {
  for (const HOST of ["203.0.113.1", "999.1.1.1"])
    await expectRefused(
      { HOST },
      new RegExp(`This machine has no address "${HOST}" to listen on\\. Set HOST to one that it has`),
    );
  const server = new Server({ HOST: "127.0.0.2" });
  await server.start();
  expect(server.origin).toBe(`http://127.0.0.2:${server.port}`);
  expect((await fetch(server.url("/"))).status).toBe(200);
  await server.end();
});

test("a port in use is named", async () => {
  const server = new Server();
  await server.start();
  await expectRefused(
    { PORT: String(server.port) },
    new RegExp(`Port ${server.port} is in use by another program\\. Stop it, or set PORT`),
  );
  await server.end();
});

test("a damaged database is refused and left as it is", async () => {
  const { dataDir, file } = usedFolder();
  const size = statSync(file).size;
  const damage: [string, (fd: number) => void, RegExp][] = [
    ["cut off", (fd) => ftruncateSync(fd, Math.floor(size / 2) + 100), /is damaged|newer|empty/],
    ["overwritten", (fd) => writeFileSync(fd, "this is no database at all, not a bit of it".repeat(200)), /is damaged/],
    ["emptied", (fd) => ftruncateSync(fd, 0), /is empty, although this folder was in use/],
  ];
  const whole = readFileSync(file);
  for (const [how, destroy, sentence] of damage) {
    writeFileSync(file, whole);
    const fd = openSync(file, "r+");
    destroy(fd);
    closeSync(fd);
    const before = hashOf(file);
    await test.step(how, () => expectRefused({ DATA_DIR: dataDir }, sentence));
    expect(hashOf(file), how).toBe(before);
  }
});

/** Overwrites every page that contains these words. */
function damagePages(file: string, words: readonly string[]): void {
  const bytes = readFileSync(file);
  for (const word of words) {
    expect(bytes.includes(word), word).toBe(true);
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at))
      bytes.fill(0xee, at - (at % 4096), at - (at % 4096) + 4096);
  }
  writeFileSync(file, bytes);
}

test("a server that was killed checks its database, and refuses one with damaged pages; health tells of those found later", async () => {
  const server = siteServer();
  await server.start();
  const ada = owner(server);
  for (let i = 10; i < 60; i += 1)
    await ada.post({ title: `Title-${i}`, originalContent: `Words-${i} ${"and more ".repeat(200)}` });
  await server.stop();
  const file = join(server.dataDir, "broadsheet.db");
  const whole = readFileSync(file);
  damagePages(file, ["Words-20 ", "Words-40 "]);

  // After an orderly stop nothing is checked; reading such a page finds the damage, and health reports it from then on.
  await server.start();
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => (await ada.call("GET", `/admin/posts/${i + 1}`)).status),
  );
  expect(statuses).toContain(500);
  expect((await fetch(server.url("/api/health"))).status).toBe(503);
  expect(server.failures().filter((line) => line.includes("is damaged (SQLITE_CORRUPT)"))).toHaveLength(1);
  await server.kill();
  const before = hashOf(file);
  await expectRefused(
    { DATA_DIR: server.dataDir },
    /^The database .* is damaged \(.*\)\. Nothing was changed\. Restore a copy from .*backups or your own backup, then start again\.$/m,
  );
  expect(hashOf(file)).toBe(before);

  // Damage found while starting gives the same sentence.
  rmSync(join(server.dataDir, "server.running"));
  damagePages(file, ["Title-20"]);
  await expectRefused(
    { DATA_DIR: server.dataDir },
    /^The database .* is damaged \(SQLITE_CORRUPT\)\. Nothing was changed\./m,
  );

  for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  writeFileSync(file, whole);
  await server.start();
  expect((await fetch(server.url("/api/health"))).status).toBe(200);
  await server.end();
});

test("a database whose file or key is gone does not become a new site that anybody may set up", async () => {
  const { dataDir, file } = usedFolder();
  const key = join(dataDir, "secret.key");
  const contents = { file: readFileSync(file), key: readFileSync(key, "utf8") };
  rmSync(file);
  await expectRefused(
    { DATA_DIR: dataDir },
    /^The database .* is missing, although this folder was in use\. Nothing was changed\. Restore a copy/m,
  );
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, contents.file);

  rmSync(key);
  await expectRefused({ DATA_DIR: dataDir }, /^The key file .* is missing, but this database was written with one\./m);
  expect(existsSync(key)).toBe(false);
  for (const [text, what] of [
    ["", "is empty"],
    ["c2hvcnQ=", "is damaged"],
    [contents.key.slice(0, 20), "is damaged"],
    [`${Buffer.alloc(32, 1).toString("base64")}\n`, "is not the one that this database was written with"],
  ] as const) {
    writeFileSync(key, text);
    await expectRefused(
      { DATA_DIR: dataDir },
      new RegExp(
        `^The key file .* ${what}\\. Restore it from a backup\\. If there is none, run \`npm run cms -- key renew\``,
        "m",
      ),
    );
    expect(readFileSync(key, "utf8")).toBe(text);
  }
  const renewed = await launch(["--cms", "key", "renew"], { DATA_DIR: dataDir });
  expect(renewed, renewed.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("A new key was made.") });
  const server = new Server({ DATA_DIR: dataDir });
  await server.start();
  expect((await fetch(server.url("/api/health"))).status).toBe(200);
  await server.end();
});

test("in a folder that was made by hand, and among files that others may read, everything is closed to them", async () => {
  const { dataDir, file } = usedFolder();
  const key = join(dataDir, "secret.key");
  chmodSync(dataDir, 0o755);
  mkdirSync(join(dataDir, "backups"), { mode: 0o755 });
  const backup = join(dataDir, "backups", "before.db");
  writeFileSync(backup, "a copy");
  for (const open of [file, key, backup]) chmodSync(open, 0o644);
  const server = new Server({ DATA_DIR: dataDir });
  await server.start();
  const modes = [...readdirSync(dataDir).map((name) => join(dataDir, name)), backup]
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, (statSync(path).mode & 0o777).toString(8)]);
  expect(modes.map(([path]) => path)).toEqual(expect.arrayContaining([`${file}-wal`, `${file}-shm`]));
  expect(modes.filter(([, mode]) => mode !== "600")).toEqual([]);
  expect(server.stderr).toContain(
    `The data folder ${dataDir} is open to other users of this machine. Close it: chmod 700 ${dataDir}`,
  );
  const made = new Server({ DATA_DIR: newFolder("by-hand") });
  chmodSync(made.dataDir, 0o755);
  await made.start();
  expect(readdirSync(made.dataDir).filter((name) => (statSync(join(made.dataDir, name)).mode & 0o077) !== 0)).toEqual(
    [],
  );
  await made.end();
  await server.end();
});

test("a database of a newer program is refused and left as it is", async () => {
  const { dataDir, file } = usedFolder();
  const db = new Sqlite(file);
  db.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('future', ?)").run(Date.now() + 1e9);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  const before = hashOf(file);
  await expectRefused({ DATA_DIR: dataDir }, /newer version of Broadsheet.*Update the program/);
  expect(hashOf(file)).toBe(before);
});

test("a database is copied before it is brought up to date", async () => {
  const { dataDir, file } = usedFolder();
  // As if the newest migration had not been there yet: its tables are gone again, and so is its mark.
  const db = new Sqlite(file);
  const journal = JSON.parse(readFileSync(join("db", "migrations", "sqlite", "meta", "_journal.json"), "utf8")) as {
    entries: unknown[];
  };
  test.skip(journal.entries.length < 2, "There is one migration so far: nothing to bring up to date.");
  db.prepare(
    "DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)",
  ).run();
  db.close();
  const server = new Server({ DATA_DIR: dataDir });
  // Not every migration can be made twice; the copy comes first.
  await server.start().catch(() => undefined);
  await server.kill();
  expect(
    readdirSync(join(dataDir, "backups")).filter((name) => name.startsWith("before-migration-")),
    server.stdout + server.stderr,
  ).toHaveLength(1);
});

test("a folder that cannot be made is named", async () => {
  const file = join(folder(), "a-file");
  writeFileSync(file, "");
  await expectRefused(
    { DATA_DIR: join(file, "data") },
    /The data folder .* cannot be written to .*set DATA_DIR to another folder/,
  );
  expect(existsSync(join(file, "data"))).toBe(false);
  rmSync(file);
  // The same sentence where a copy cannot be made.
  await expectRefused(
    { DATA_DIR: "/proc/broadsheet/data" },
    /The data folder .* cannot be written to .*set DATA_DIR to another folder/,
  );
});
