import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asc, eq } from "drizzle-orm";
import { announced, jobs } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { setOptions } from "../options/mutations";
import { anAdmin, system } from "../../testing/actors";
import { aJournal, aPost, inHours } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { setPostStatus, updatePost } from "../writing/posts/mutations";
import { announceToHub, tellHub } from "./hub";

let admin: Actor;
let server: Server | undefined;
const HOUR = 3_600_000;
const isHere = (address: string) => address === "127.0.0.1" || address === "::1";

beforeEach(async () => {
  await freshDatabase();
  noted = new Map();
  admin = await anAdmin();
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = undefined;
});

const options = (values: Record<string, string>) =>
  setOptions(admin, { items: Object.entries(values).map(([key, value]) => ({ key, value })) });

/** A hub that records what it is told. */
async function aHub(answer: RequestListener = (_req, res) => res.writeHead(204).end()): Promise<string[]> {
  const told: string[] = [];
  server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => (body += String(chunk)));
    req.on("end", () => {
      told.push(`${req.method} ${req.url} ${req.headers["content-type"]} ${body}`);
      answer(req, res);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  await options({ feed_hub: `http://localhost:${port}/hub`, site_url: "https://site.example" });
  return told;
}

let noted = new Map<string, string>();

/** The feeds whose change was noted, and queued, since this was asked last. */
async function news(): Promise<string[]> {
  const rows = await stored().select().from(announced).orderBy(asc(announced.subject));
  const folders = rows.filter(({ subject, marker }) => noted.get(subject) !== marker).map(({ subject }) => subject);
  noted = new Map(rows.map(({ subject, marker }) => [subject, marker]));
  return folders.map((subject) => subject.replace("feed:", ""));
}

const queued = () => stored().select().from(jobs).where(eq(jobs.kind, "tell-hub"));

describe("a WebSub hub", () => {
  it("is told of each format of a feed", async () => {
    const told = await aHub();
    await tellHub(isHere)({ folder: "/journals" });
    const topics = ["feed.xml", "atom.xml", "feed.json"].map(
      (name) => `&hub.url=${encodeURIComponent(`https://site.example/journals/${name}`)}`,
    );
    expect(told).toEqual([`POST /hub application/x-www-form-urlencoded hub.mode=publish${topics.join("")}`]);
  });

  it("hears of what everybody may read: once, whatever else changes", async () => {
    await aHub();
    await announceToHub();
    await news();
    const post = await aPost(system, { status: "DRAFT" });
    await announceToHub();
    expect(await news()).toEqual([]);
    await setPostStatus(system, { postId: post.id, status: "PUBLISHED" });
    await announceToHub();
    await announceToHub();
    expect(await news()).toEqual([""]);
    await updatePost(system, { postId: post.id, title: post.title, originalContent: "Another text." });
    await aPost(system, { status: "INTIMATE", password: "secret" });
    await aJournal(system, { type: "INTIMATE" });
    await announceToHub();
    expect(await news()).toEqual([""]);
    await aJournal();
    await announceToHub();
    expect(await news()).toEqual(["/journals"]);
    await setPostStatus(system, { postId: post.id, status: "RECYCLE" });
    await announceToHub();
    expect(await news()).toEqual([""]);
  });

  it("hears of the changes of twenty seconds together, at their end", async () => {
    await aHub();
    for (let n = 0; n < 3; n += 1) {
      await aPost();
      await announceToHub();
    }
    const times = (await queued()).flatMap(({ payload, runAt }) =>
      (payload as { folder: string }).folder === "" ? [runAt.getTime()] : [],
    );
    expect(times.length).toBeGreaterThan(0);
    expect(new Set(times).size).toBe(times.length);
    expect(times.map((time) => time % 20_000)).toEqual(times.map(() => 0));
  });

  it("hears of a post when its date comes, which is known before", async () => {
    await aHub();
    await announceToHub();
    await news();
    const createTime = inHours(2);
    await aPost(system, { createTime });
    const wait = await announceToHub();
    expect(await news()).toEqual([]);
    expect(wait).toBeGreaterThan(HOUR);
    expect(wait).toBeLessThanOrEqual(2 * HOUR);
    expect(await announceToHub(new Date(Date.now() + 2 * HOUR))).toBeNull();
    expect(await news()).toEqual([""]);
  });

  it("is told again where it answers with an error or not at all, and nobody is told without one", async () => {
    const told = await aHub((_req, res) => res.writeHead(503).end());
    await expect(tellHub(isHere)({ folder: "" })).rejects.toThrow("The hub answered 503.");
    await expect(tellHub(() => false)({ folder: "" })).rejects.toThrow("This address could not be reached.");
    expect(told).toHaveLength(1);
    await options({ feed_hub: "" });
    await aPost();
    expect(await announceToHub()).toBeNull();
    expect([await news(), await queued()]).toEqual([[], []]);
    await expect(tellHub(isHere)({ folder: "" })).rejects.toThrow("There is no hub any more.");
  });
});
