import { readdirSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { stopRenderer } from "../services/rendering/renderer";
import { routes as apiRoutes } from "../api/routes";
import { visitor } from "../core/access";
import { engine, installEngine } from "../core/operation";
import { isOwnRequest } from "../core/own-request";
import { permalinks } from "../core/settings";
import { listPublicPosts } from "../features/writing/posts/queries";
import { system } from "../testing/actors";
import { aPost } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { storeOptions } from "../testing/options";
import { Traffic } from "./observing/traffic";
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
let closed: number;
let asOwn: Set<string>;
const answer: RequestListener = (req, res) => {
  asked.push(req.url ?? "");
  res.once("close", () => (closed += 1));
  if (isOwnRequest()) asOwn.add(req.url ?? "");
  res.end("made");
};

beforeEach(async () => {
  await freshDatabase();
  asked = [];
  closed = 0;
  asOwn = new Set();
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));
// To start it costs more than what these tests ask of it.
afterAll(stopRenderer);

/** The requests of somebody who follows this address. */
async function askedFor(url: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  await (await fetch(new URL(url, `http://127.0.0.1:${port}`))).text();
  return asked.at(-1) ?? "";
}

describe("the warm-up", () => {
  it("goes on where its own text is refused, as it may be on a slow machine", async () => {
    const warming = warmUp(answer, routes, new Traffic(() => 0, 0), () => true);
    await stopRenderer();
    const { rest } = await warming;
    await expect(rest).resolves.toBeUndefined();
    expect(asked).toContain("/");
  });

  it.each(permalinks)("asks for each published post as visitors do, whatever it is called, under %s", async (form) => {
    await storeOptions({ post_permalink: form });
    for (const title of titles) await aPost(system, { title, status: "PUBLISHED" });
    await (
      await warmUp(answer, routes, new Traffic(() => 0, 0), () => true)
    ).rest;
    const made = new Set(asked);
    const { items } = await listPublicPosts(visitor, { size: 100 });
    expect(items).toHaveLength(titles.length);
    for (const { url } of items) expect(made).toContain(await askedFor(url));
  });

  it("asks for the page about the API, its description, and each public page of the build once", async () => {
    await (
      await warmUp(answer, routes, new Traffic(() => 0, 0), () => true)
    ).rest;
    expect(asked).toEqual(expect.arrayContaining(["/", "/api/docs", "/api/openapi.json", "/login", "/admin/posts"]));
    expect(new Set(asked).size).toBe(asked.length);
  });

  it("asks as the program for every list that is managed over the API, and for what is public as a stranger", async () => {
    const { rest } = await warmUp(answer, routes, new Traffic(() => 0, 0), () => true);
    await rest;
    const lists = apiRoutes
      .filter(({ method, path }) => method === "GET" && !path.includes("{"))
      .filter(({ operation }) => operation.input.safeParse({}).success)
      .map(({ path }) => path);
    const managed = lists.filter((path) => path.startsWith("/admin/")).map((path) => `/api${path}`);
    expect(managed).toContain("/api/admin/posts");
    expect([...asOwn]).toEqual(expect.arrayContaining([...managed, "/admin/posts"]));
    expect([...asOwn].filter((url) => !/^(\/api)?\/admin(\/|$)/.test(url))).toEqual([]);
  });

  it("leaves the documents about the API until nobody has asked for half a second", async () => {
    const traffic = new Traffic(() => 0);
    const visitors = setInterval(() => traffic.note(), 5);
    const { rest } = await warmUp(answer, routes, traffic, () => true, Number.POSITIVE_INFINITY);
    await traffic.pause(100, 1_500);
    expect(asked).not.toContain("/api/openapi.json");
    clearInterval(visitors);
    await rest;
    expect(asked.slice(-2)).toEqual(["/api/openapi.json", "/api/docs"]);
  });

  it("goes on where nothing can be stored, and says so with the rest", async () => {
    const given = engine();
    const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    installEngine({ ...given, transaction: () => Promise.reject(full) });
    const { rest } = await warmUp(answer, routes, new Traffic(() => 0, 0), () => true);
    await expect(rest).rejects.toMatchObject({ errors: expect.arrayContaining([full]) as unknown[] });
    expect(asked).toEqual(expect.arrayContaining(["/", "/api/admin/posts"]));
    installEngine(given);
  });

  it("makes what writers and managers ask for before it says that it serves", async () => {
    await warmUp(answer, routes, new Traffic(() => 0, 0), () => true, Number.POSITIVE_INFINITY);
    expect(asked).toEqual(expect.arrayContaining(["/", "/login", "/admin/posts", "/api/admin/posts"]));
  });

  it("begins with what visitors read, goes on with the workplaces, the API and other public pages, and leaves the rest of the dashboard", async () => {
    const { id, slug } = await aPost(system, { status: "PUBLISHED" });
    await warmUp(answer, routes, new Traffic(() => 0, 0), () => true, Number.POSITIVE_INFINITY);
    const order = ["/", `/archives/${slug}`, "/api/content/posts", "/admin/posts"];
    order.push(`/admin/posts/${id}`, "/admin", "/api/admin/posts", "/archives");
    expect(asked.filter((url) => order.includes(url))).toEqual(order);
    expect(asked.filter((url) => url.startsWith("/admin"))).toHaveLength(3);
  });

  it("says so where a page of the dashboard leads elsewhere instead of being made", async () => {
    const leading: RequestListener = (req, res) => {
      if (req.url?.startsWith("/admin")) res.statusCode = 307;
      answer(req, res);
    };
    const { rest } = await warmUp(leading, routes, new Traffic(() => 0, 0), () => true);
    await expect(rest).rejects.toMatchObject({
      errors: ["/admin/posts", "/admin/posts/new", "/admin"].map((url): unknown =>
        expect.objectContaining({ message: `${url} led elsewhere.` }),
      ),
    });
  });

  it("serves without waiting where pages take long, and ends each answer: none is held as one being sent", async () => {
    const { rest } = await warmUp(answer, routes, new Traffic(() => 0, 0), () => true, 0);
    expect(asked).toEqual([]);
    await rest;
    expect(asked).toEqual(expect.arrayContaining(["/", "/login"]));
    expect(closed).toBe(asked.length);
  });
});
