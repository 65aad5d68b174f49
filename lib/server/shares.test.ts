import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { env } from "../core/env";
import { marked } from "../doors/personal-cookies";
import { openDesk } from "../testing/desk";
import { aPost } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { inTurn } from "./shares";

const { trustProxy } = env;
beforeAll(() => void (env.trustProxy = 1));
afterAll(() => void (env.trustProxy = trustProxy));
beforeEach(() => freshDatabase());

/** The most answers that are made at a time. */
const AT_ONCE = 4;
const [crowd, somebody] = ["192.0.2.1", "192.0.2.2"];

it.each(["/login", "/register", "/set-password", "/admin/posts"])(
  "what is made of %s for each is made in turn: whoever comes after a crowd is next",
  async (path) => {
    const begun: string[] = [];
    const making: ServerResponse[] = [];
    const desk = await openDesk(async (req, res) => {
      if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
      begun.push(String(req.headers["x-forwarded-for"]));
      making.push(res);
    });
    let asked = 0;
    desk.server.on("request", () => (asked += 1));
    // Strangers' requests for the dashboard are not made at all.
    const cookie = `next-auth.session-token=${marked("next-auth.session-token", "ended")}`;
    const get = (i: number, from: string) => desk.get(`${path}?${i}`, { "x-forwarded-for": from, cookie });
    const answers = Array.from({ length: 30 }, (_, i) => get(i, crowd));
    await expect.poll(() => [asked, begun.length]).toEqual([30, AT_ONCE]);
    answers.push(get(31, somebody));
    await expect.poll(() => asked).toBe(31);
    while (begun.length < 31 || making.length > 0) {
      making.shift()?.writeHead(200, { "content-type": "text/html" }).end("<p>made</p>");
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(answers);
    // One of the crowd may be called before it, since the lines take turns.
    expect(begun.indexOf(somebody)).toBeLessThanOrEqual(AT_ONCE + 1);
    await desk.close();
  },
);

it("what is made of the API is made in turn, one after the other: whoever comes after a crowd is next", async () => {
  await aPost();
  const desk = await openDesk();
  const made: string[] = [];
  let asked = 0;
  desk.server.on("request", (req, res) => {
    asked += 1;
    res.once("finish", () => made.push(String(req.headers["x-forwarded-for"])));
  });
  // Holds the place of the one that is being made.
  let end: () => void = () => undefined;
  const headers = { "x-forwarded-for": crowd };
  const first = { url: "/api/content/posts", headers, socket: { writable: true } };
  const held = inTurn(first as unknown as IncomingMessage, () => new Promise<void>((resolve) => (end = resolve)));
  const paths = [
    ...Array.from({ length: 10 }, (_, i) => ({ path: `/api/content/posts?size=${i + 1}`, more: {} })),
    // What is read with a password is kept for nobody.
    ...Array.from({ length: 10 }, () => ({ path: "/api/content/posts", more: { "x-content-password": "a guess" } })),
    ...Array.from({ length: 10 }, (_, i) => ({
      path: `/api/content/posts?size=${i + 21}`,
      more: { origin: "https://elsewhere.example" },
    })),
  ];
  const answers = paths.map(({ path, more }) => desk.get(path, { ...headers, ...more }));
  await expect.poll(() => asked).toBe(30);
  answers.push(desk.get("/api/content/posts?size=50", { "x-forwarded-for": somebody }));
  await expect.poll(() => asked).toBe(31);
  expect(made).toEqual([]);
  end();
  await held;
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(made.indexOf(somebody)).toBeLessThanOrEqual(1);
  await desk.close();
});
