import { readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { takeBackupLock } from "../../db/data-dir";
import { postgres } from "../../db/dialect";
import { events, posts } from "../../db/schema";
import { env } from "../core/env";
import { toAppError } from "../core/errors";
import { system } from "../core/access";
import { engine } from "../core/operation";
import { ensureSiteKey } from "../features/accounts/sign-in/site-key";
import { makeInChild } from "../features/backups/child";
import { backupsFolder, makeBackupsFolder, noteFacts } from "../features/backups/folder";
import { restoreState, siteRestore, stopRestore } from "../features/backups/restore-state";
import { beginRenewal } from "../features/renewals/mutations";
import { aToken } from "../testing/api";
import { aPost } from "../testing/factories";
import { renewals } from "../testing/jobs";
import { freshDatabase, stored } from "../testing/setup";
import { sendKeptFile } from "./files/kept-files";
import { Gate } from "./gate";
import { log } from "./observing/log";
import { provideRestore } from "./restoring";
import { Running } from "./running";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("the gate", () => {
  it("lets running requests end, and answers others that the site is being restored", async () => {
    const gate = new Gate();
    const waiting: (() => void)[] = [];
    const address = await serve(gate.before((_req, res) => void waiting.push(() => res.end("done"))));
    const running = fetch(`${address}/slow`);
    await expect.poll(() => waiting.length).toBe(1);
    const closed = gate.close(60_000);
    const health = await fetch(`${address}/api/health`);
    expect([health.status, health.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await health.json()).toMatchObject({ code: "unavailable", state: "restoring" });
    const page = await fetch(`${address}/archives/x`);
    expect([page.status, page.headers.get("retry-after"), page.headers.get("content-type")]).toEqual([
      503,
      "5",
      "text/html; charset=utf-8",
    ]);
    waiting[0]?.();
    await closed;
    expect(await (await running).text()).toBe("done");
    gate.open();
    const again = fetch(`${address}/`);
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.();
    expect((await again).status).toBe(200);
  });

  it("counts requests until they are answered, those that are answered at once not at all", async () => {
    const gate = new Gate();
    const waiting: (() => void)[] = [];
    const address = await serve(
      gate.before((req, res) => {
        if (req.url === "/kept") res.end("kept");
        else if (req.url === "/left") res.destroy();
        else waiting.push(() => res.end("made"));
      }),
    );
    expect(await (await fetch(`${address}/kept`)).text()).toBe("kept");
    await expect(fetch(`${address}/left`)).rejects.toThrow("fetch failed");
    expect(gate.underWay()).toBe(0);
    const running = fetch(`${address}/made`);
    await expect.poll(() => gate.underWay()).toBe(1);
    waiting[0]?.();
    expect(await (await running).text()).toBe("made");
    await expect.poll(() => gate.underWay()).toBe(0);
  });

  it("ends requests that take too long", async () => {
    const gate = new Gate();
    let began = () => {};
    const beginning = new Promise<void>((resolve) => (began = resolve));
    const address = await serve(gate.before(() => began()));
    const running = fetch(address).catch(() => "ended");
    await beginning;
    await gate.close(1);
    expect(await running).toBe("ended");
  });
});

describe.skipIf(postgres)("a running server", () => {
  const setTitle = (title: string) =>
    engine().transaction(
      async (db) => void (await db.update(posts).set({ title })),
      () => null,
    );

  /** A server of one page that shows the title of the one post, and a backup of it. */
  async function aSite() {
    const open = await freshDatabase();
    await ensureSiteKey();
    await aPost();
    await setTitle("Before");
    await beginRenewal(system, {});
    await renewals();
    await engine().transaction(
      async (db) => void (await db.update(posts).set({ content: '<i onfocus="alert(1)" tabindex="1">Mine</i>' })),
      () => null,
    );
    makeBackupsFolder();
    const path = join(backupsFolder(), "one.zip");
    noteFacts("one.zip", await makeInChild({ path, reason: "MANUAL", withKey: true, program: "1" }));
    await setTitle("After");
    const running = new Running(open, log, () => undefined);
    await running.follow();
    running.begin();
    const gate = new Gate();
    let forgotten = 0;
    provideRestore(running, gate, () => (forgotten += 1), log);
    const address = await serve(
      gate.before((_req, res) => {
        stored()
          .select({ title: posts.title })
          .from(posts)
          .then(
            ([post]) => res.end(post?.title),
            () => res.writeHead(500).end(),
          );
      }),
    );
    return { running, path, address, forgotten: () => forgotten };
  }

  it("is that of the backup afterwards, and answers nothing but 200 and 503 meanwhile", async () => {
    const { running, path, address, forgotten } = await aSite();
    expect(siteRestore.get()("one.zip", path)).toMatchObject({ state: "PREPARING", name: "one.zip" });
    expect(() => siteRestore.get()("one.zip", path)).toThrow(/Another backup or restore/);
    const seen = new Set<string>();
    while (restoreState().endTime === null) {
      const answer = await fetch(address);
      const text = await answer.text();
      seen.add(answer.status === 503 ? "503" : `${answer.status} ${text}`);
    }
    expect(restoreState()).toMatchObject({
      state: "DONE",
      error: null,
      replaced: expect.stringMatching(/^replaced\//),
    });
    expect([...seen].filter((each) => !["200 After", "503", "200 Before"].includes(each))).toEqual([]);
    expect(await (await fetch(address)).text()).toBe("Before");
    expect(forgotten()).toBe(1);
    expect((await stored().select().from(events)).at(-1)).toMatchObject({ operation: "restoreBackup" });
    // Whoever made the backup may have written anything into it.
    await expect
      .poll(async () => (await stored().select({ content: posts.content }).from(posts))[0]?.content)
      .not.toContain("onfocus");
    await setTitle("Written again");
    expect(await (await fetch(address)).text()).toBe("Written again");
    await running.letGo();
  });

  it("stays as it is where the backup is damaged, without a pause", async () => {
    const { running, path, address } = await aSite();
    const { writeFileSync } = await import("node:fs");
    writeFileSync(path, readFileSync(path).fill(7, 2000, 2010));
    siteRestore.get()("one.zip", path);
    await expect.poll(() => restoreState().state).toBe("FAILED");
    expect(restoreState().error).toMatch(/cannot be restored, and nothing was changed/);
    expect(await (await fetch(address)).text()).toBe("After");
    await expect.poll(() => typeof takeBackupLock()).toBe("function");
    await running.letGo();
  });

  it("stays as it is where the restore is cancelled while the backup is made ready", async () => {
    const { running, path, address } = await aSite();
    expect(stopRestore()).toBe(false);
    siteRestore.get()("one.zip", path);
    expect(stopRestore()).toBe(true);
    await expect.poll(() => restoreState().endTime).not.toBe(null);
    expect(restoreState()).toMatchObject({ state: "CANCELLED", error: null, progress: null, replaced: null });
    expect(stopRestore()).toBe(false);
    expect(await (await fetch(address)).text()).toBe("After");
    expect(readdirSync(env.dataDir).filter((name) => /^\.?restore|^replaced/.test(name))).toEqual([]);
    await running.letGo();
  });

  it("sends a backup's file, whole and in part, to administrators", async () => {
    const { running, path } = await aSite();
    const { token } = await aToken("ADMIN");
    const editor = await aToken("EDITOR");
    const address = await serve((req, res) => {
      sendKeptFile(req, res, { ip: null, requestId: "r", log: () => undefined }).catch((error: unknown) =>
        res.writeHead(toAppError(error).status).end(),
      );
    });
    const get = (name: string, given: string, more: Record<string, string> = {}) =>
      fetch(`${address}/api/admin/backups/${name}/file`, { headers: { authorization: `Bearer ${given}`, ...more } });
    const whole = readFileSync(path);
    const all = await get("one.zip", token);
    expect([all.status, all.headers.get("content-disposition"), all.headers.get("cache-control")]).toEqual([
      200,
      'attachment; filename="one.zip"',
      "no-store",
    ]);
    expect(Buffer.from(await all.arrayBuffer()).equals(whole)).toBe(true);
    const part = await get("one.zip", token, { range: "bytes=100-199" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-199/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
    expect((await get("one.zip", token, { range: "bytes=99999999999-" })).status).toBe(416);
    expect([(await get("two.zip", token)).status, (await get("one.zip", editor.token)).status]).toEqual([404, 403]);
    expect((await fetch(`${address}/admin/tools/backups/one.zip/file`)).status).toBe(401);
    const cross = { "sec-fetch-site": "cross-site" };
    expect((await fetch(`${address}/admin/tools/backups/one.zip/file`, { headers: cross })).status).toBe(403);
    expect((await stored().select().from(events)).at(-1)).toMatchObject({
      operation: "fetchBackup",
      subject: "backup:one.zip",
    });
    await running.letGo();
  });
});
