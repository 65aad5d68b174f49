import { readdirSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stopRenderer } from "../services/rendering/renderer";
import { visitor } from "../core/access";
import { permalinks } from "../core/settings";
import { listPublicPosts } from "../features/writing/posts/queries";
import { system } from "../testing/actors";
import { aPost } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { storeOptions } from "../testing/smtp";
import { Traffic } from "./traffic";
import { warmUp } from "./warm-up";

const titles = [
  "Plain words",
  "你好，世界",
  "日本語のニュース",
  "한국어 소식",
  "Ünïcödé Ж 9",
  "مرحبا",
  "שלום",
  "ไทย",
  "a_b~c",
];

/** The routes of pages and handlers, as their folders say. */
const routes = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /^(page|route)\.tsx?$/.test(basename(file)))
  .map((file) => `/${dirname(file)}`.replace(/\/\([^)]*\)/g, "") || "/")
  .filter((route) => !route.startsWith("/api/"));

let server: Server;
let asked: string[];
const answer: RequestListener = (req, res) => {
  asked.push(req.url ?? "");
  res.end("made");
};

beforeEach(async () => {
  await freshDatabase();
  asked = [];
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await stopRenderer();
});

/** The requests of somebody who follows this address. */
async function askedFor(url: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  await (await fetch(new URL(url, `http://127.0.0.1:${port}`))).text();
  return asked.at(-1) ?? "";
}

describe("the warm-up", () => {
  it("goes on where its own text is refused, as it may be on a slow machine", async () => {
    const warming = warmUp(answer, routes, new Traffic(), () => true);
    await stopRenderer();
    const { rest } = await warming;
    await expect(rest).resolves.toBeUndefined();
    expect(asked).toContain("/");
  });

  it.each(permalinks)("asks for each published post as visitors do, whatever it is called, under %s", async (form) => {
    await storeOptions({ post_permalink: form });
    for (const title of titles) await aPost(system, { title, status: "PUBLISHED" });
    await (
      await warmUp(answer, routes, new Traffic(), () => true)
    ).rest;
    const made = new Set(asked);
    const { items } = await listPublicPosts(visitor, { size: 100 });
    expect(items).toHaveLength(titles.length);
    for (const { url } of items) expect(made).toContain(await askedFor(url));
  });

  it("asks for the page about the API, its description, and each page of the build once", async () => {
    await (
      await warmUp(answer, routes, new Traffic(), () => true)
    ).rest;
    expect(asked).toEqual(expect.arrayContaining(["/", "/api/docs", "/api/openapi.json", "/login", "/admin/posts"]));
    expect(new Set(asked).size).toBe(asked.length);
  });
});
