import { existsSync } from "node:fs";
import { crawl } from "./rig/crawl";
import { logIn } from "./rig/api";
import { overflowing } from "./rig/layout";
import { Server } from "./rig/server";
import { expect, test } from "./rig/test";

test("a sample site is there to be looked at, and gone without a trace", async ({ open, accessible }) => {
  const server = new Server();
  await server.start("--demo");
  await expect.poll(() => server.stdout).toMatch(/Sign in as "([^"]+)" with the password "([^"]+)"/);
  const [, username = "", password = ""] = /Sign in as "([^"]+)" with the password "([^"]+)"/.exec(server.stdout) ?? [];
  const guest = await logIn(server, { username, password });
  expect((await guest.get<unknown[]>("/admin/posts?size=100")).length).toBeGreaterThan(10);

  const pages = (await crawl(server, ["/"])).filter(({ path }) => path !== "/scheme");
  expect(pages.length).toBeGreaterThan(20);
  for (const { path, reply } of pages) expect(reply.status, path).toBe(200);

  const page = await open({ viewport: { width: 360, height: 740 } });
  for (const path of pages
    .filter(({ reply }) => reply.headers["content-type"]?.startsWith("text/html"))
    .map((found) => found.path)) {
    await page.goto(server.url(path));
    expect(await overflowing(page), path).toEqual([]);
    if (/^\/($|archives)/.test(path)) await accessible(page);
  }
  expect(existsSync(server.dataDir), "the folder of the settings is left alone").toBe(false);
  await server.end();
});
