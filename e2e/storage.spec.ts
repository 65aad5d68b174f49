import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillUp, mountSmallDisk, remountSmallDisk, removeWithDisks } from "../lib/testing/small-disk";
import { newFolder } from "./rig/folders";
import { leniency } from "./rig/leniency";
import { launch } from "./rig/server";
import { owner, siteServer } from "./rig/site";
import { expect, test } from "./rig/test";

const mounted: string[] = [];

/** A disk of this many MiB; undefined where none can be made. */
function disk(mebibytes: number): string | undefined {
  const at = newFolder("disk");
  if (!mountSmallDisk(at, mebibytes)) return undefined;
  mounted.push(at);
  return at;
}

test.afterEach(() => {
  for (const at of mounted.splice(0)) removeWithDisks(at);
});

test("on a full disk writing is refused and reading goes on; with space again it writes", async () => {
  const at = disk(6);
  test.skip(at === undefined, "Only where a disk can be mounted (as root).");
  const server = siteServer({ DATA_DIR: join(at ?? "", "data") });
  await server.start();
  const ada = owner(server);
  const kept = await ada.post({ title: "Before", originalContent: "Before the disk was full." });

  const statuses: number[] = [];
  await expect
    .poll(
      async () => {
        const { status } = await ada.call("POST", "/admin/posts", {
          title: `Filler ${statuses.length}`,
          status: "PUBLISHED",
          originalContent: `${"words ".repeat(40)}\n\n`.repeat(300),
        });
        statuses.push(status);
        return status;
      },
      { intervals: [0], timeout: 60_000 * leniency },
    )
    .toBe(507);
  expect(new Set(statuses)).toEqual(new Set([201, 507]));
  const stored = statuses.filter((status) => status === 201).length;

  const refusal = await ada.call("PUT", `/admin/posts/${kept.id}`, {
    title: "Before",
    originalContent: "x".repeat(100_000),
  });
  expect(refusal.body).toMatchObject({
    status: 507,
    code: "storage_full",
    detail: expect.stringMatching(/disk is (almost )?full/),
  });
  // Reading continues, kept or not.
  for (const path of [kept.url, "/", `/page/2`, "/feed.xml", "/archives/nowhere", `/api/content/posts/${kept.id}`])
    expect((await fetch(server.url(path))).status, path).toBeLessThan(500);
  expect(await (await fetch(server.url(kept.url))).text()).toContain("Before the disk was full.");
  expect((await fetch(server.url("/api/health"))).status).toBe(200);
  expect((await ada.call("GET", "/content/posts?size=1")).headers.get("x-total-count")).toBe(String(stored + 1));

  // Background work continues to fail, at growing intervals, and reports it now and then.
  const background = () => ada.get<{ background: { name: string; state: string; failures: number }[] }>("/health");
  const counting = async () => (await background()).background.find(({ name }) => name === "counts of visits");
  fillUp(at ?? "");
  const readers = {
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0" },
  };
  let visits = 0;
  const readKept = async () => {
    expect((await fetch(server.url(kept.url), readers)).status).toBe(200);
    visits += 1;
  };
  // The space that a refused save took from the log is enough for some smaller ones.
  await expect
    .poll(async () => (await ada.call("POST", "/admin/tags", { name: `Tag ${statuses.push(0)}` })).status, {
      intervals: [0],
      timeout: 60_000 * leniency,
    })
    .toBe(507);
  const failures = async () => {
    await readKept();
    return (await counting())?.failures;
  };
  await expect.poll(failures, { timeout: 120_000 * leniency }).toBeGreaterThan(3);
  expect(await counting()).toMatchObject({ state: "failing" });
  const lines = server.failures().filter((line) => line.includes('"loop":"counts of visits"'));
  expect(lines.length).toBeLessThanOrEqual(4);

  remountSmallDisk(at ?? "", "size=32m");
  await expect.poll(async () => (await counting())?.state, { timeout: 60_000 * leniency }).toBe("waiting");
  expect(await ada.get(`/admin/posts/${kept.id}`)).toMatchObject({ visits });
  const after = await ada.post({ title: "After", originalContent: "There is space again." });
  expect(await (await fetch(server.url(after.url))).text()).toContain("There is space again.");
  // The log contains the refused saves and nothing else.
  for (const line of server.failures()) expect(line).toMatch(/SQLITE_FULL|ENOSPC|full/);
  server.stderr = "";
  await server.restart();
  expect((await ada.call("GET", "/content/posts?size=1")).headers.get("x-total-count")).toBe(String(stored + 2));
  await server.end();
});

test("a disk that is full at the start is named", async () => {
  const at = disk(1);
  test.skip(at === undefined, "Only where a disk can be mounted (as root).");
  writeFileSync(join(at ?? "", "filler"), Buffer.alloc(1024 * 1024 - 8192));
  const { code, stderr } = await launch([], { PORT: "0", DATA_DIR: join(at ?? "", "data") });
  expect(code, stderr).toBe(1);
  expect(stderr).toMatch(/is full.*Free some space, then start again|cannot be written to/s);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("a folder that is for reading only is named", async () => {
  const at = disk(8);
  test.skip(at === undefined || !remountSmallDisk(at, "ro"), "Only where a disk can be mounted (as root).");
  const { code, stderr } = await launch([], { PORT: "0", DATA_DIR: at ?? "" });
  expect(code, stderr).toBe(1);
  expect(stderr).toMatch(/The data folder .* cannot be written to .*Give this user the right to write there/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readdirSync(at ?? "")).toEqual([]);
});

test("a site whose folder became read-only is refused with the same words", async () => {
  const at = disk(16);
  test.skip(at === undefined, "Only where a disk can be mounted (as root).");
  const server = siteServer({ DATA_DIR: join(at ?? "", "data") });
  await server.start();
  await server.stop();
  test.skip(!remountSmallDisk(at ?? "", "ro"), "Only where a disk can be mounted (as root).");
  const { code, stderr } = await launch([], { PORT: "0", DATA_DIR: server.dataDir });
  expect(code, stderr).toBe(1);
  expect(stderr).toMatch(/cannot be written to/);
  expect(stderr).not.toMatch(/\n\s+at /);
});
