import { createHash } from "node:crypto";
import { closeSync, existsSync, ftruncateSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { install } from "./rig/api";
import { newFolder } from "./rig/folders";
import { launch, Server } from "./rig/server";
import { expect, test } from "./rig/test";

const folder = () => newFolder("start");
const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** A start that must be refused: code 1, one sentence that says this, no stack. */
async function expectRefused(settings: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, stdout, stderr, seconds } = await launch([], { PORT: "0", DATA_DIR: join(folder(), "data"), ...settings });
  expect(code, stdout + stderr).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(stdout).not.toContain("Broadsheet serves");
  expect(seconds).toBeLessThan(30);
}

/** The data folder of a site that was set up, had one post, and was stopped. */
async function usedFolder(): Promise<{ dataDir: string; file: string }> {
  const server = new Server();
  await server.start();
  const ada = await install(server);
  await ada.post({ title: "Kept", originalContent: "Kept well." });
  await server.stop();
  return { dataDir: server.dataDir, file: join(server.dataDir, "broadsheet.db") };
}

test("a second start serves within five seconds", async () => {
  const server = new Server();
  await server.start();
  const took: number[] = [];
  // The best of three: what else runs on this machine may hold up any one of them.
  while (took.length < 3 && !took.some((milliseconds) => milliseconds < 5000)) {
    await server.stop();
    const begun = Date.now();
    await server.start();
    expect((await fetch(server.url("/"))).status).toBe(200);
    took.push(Date.now() - begun);
  }
  expect(Math.min(...took), "milliseconds to the first page").toBeLessThan(5000);
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
  const { dataDir } = await usedFolder();
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(dataDir)).toBe("700");
  expect(mode(join(dataDir, "secret.key"))).toBe("600");
  expect(readdirSync(dataDir).sort()).toEqual(["broadsheet.db", "secret.key", "server.lock"]);
});

test("a second server on the same folder is refused, a free folder is not", async () => {
  const server = new Server();
  await server.start();
  await expectRefused({ DATA_DIR: server.dataDir }, /Another server is already running on .*Stop it first, or set DATA_DIR/);
  expect((await fetch(server.url("/api/health"))).status).toBe(200);
  await server.kill();
  // The lock does not outlive its holder.
  await server.start();
  await server.end();
});

test("an address that this machine does not have is named, one that it has is printed", async () => {
  for (const HOST of ["203.0.113.1", "999.1.1.1"]) await expectRefused({ HOST }, new RegExp(`This machine has no address "${HOST}" to listen on\\. Set HOST to one that it has`));
  const server = new Server({ HOST: "127.0.0.2" });
  await server.start();
  expect(server.origin).toBe(`http://127.0.0.2:${server.port}`);
  expect((await fetch(server.url("/"))).status).toBe(200);
  await server.end();
});

test("a port in use is named", async () => {
  const server = new Server();
  await server.start();
  await expectRefused({ PORT: String(server.port) }, new RegExp(`Port ${server.port} is in use by another program\\. Stop it, or set PORT`));
  await server.end();
});

test("a damaged database is refused and left as it is", async () => {
  const { dataDir, file } = await usedFolder();
  const size = statSync(file).size;
  const damage: [string, (fd: number) => void, RegExp][] = [
    ["cut off", (fd) => ftruncateSync(fd, Math.floor(size / 2) + 100), /is damaged|newer|empty/],
    ["overwritten", (fd) => void writeFileSync(fd, "this is no database at all, not a bit of it".repeat(200)), /is damaged/],
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

test("a database of a newer program is refused and left as it is", async () => {
  const { dataDir, file } = await usedFolder();
  const db = new Sqlite(file);
  db.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('future', ?)").run(Date.now() + 1e9);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  const before = hashOf(file);
  await expectRefused({ DATA_DIR: dataDir }, /newer version of Broadsheet.*Update the program/);
  expect(hashOf(file)).toBe(before);
});

test("a database is copied before it is brought up to date", async () => {
  const { dataDir, file } = await usedFolder();
  // As if the newest migration had not been there yet: its tables are gone again, and so is its mark.
  const db = new Sqlite(file);
  const journal = JSON.parse(readFileSync(join("db", "migrations", "sqlite", "meta", "_journal.json"), "utf8")) as { entries: unknown[] };
  test.skip(journal.entries.length < 2, "There is one migration so far: nothing to bring up to date.");
  db.prepare("DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)").run();
  db.close();
  const { stdout, stderr } = await launch([], { PORT: "0", DATA_DIR: dataDir });
  expect(readdirSync(join(dataDir, "backups")).filter((name) => name.startsWith("before-migration-")), stdout + stderr).toHaveLength(1);
});

test("a folder that cannot be made is named", async () => {
  const file = join(folder(), "a-file");
  writeFileSync(file, "");
  await expectRefused({ DATA_DIR: join(file, "data") }, /The data folder .* cannot be written to .*set DATA_DIR to another folder/);
  expect(existsSync(join(file, "data"))).toBe(false);
  rmSync(file);
  // Where nobody may make one, in words as well, and not never.
  await expectRefused({ DATA_DIR: "/proc/broadsheet/data" }, /The data folder .* cannot be written to .*set DATA_DIR to another folder/);
});
