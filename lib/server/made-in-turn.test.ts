// Whatever is made for each who asks is made in turns: walks all pages and files that the framework makes.
import { readdirSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "../core/env";
import { marked } from "../doors/personal-cookies";
import { anAdmin } from "../testing/actors";
import { openDesk } from "../testing/desk";
import { freshDatabase } from "../testing/setup";

const { trustProxy } = env;
let desk: Awaited<ReturnType<typeof openDesk>>;
/** Answers that are being made. */
const making = new Set<ServerResponse>();

beforeAll(async () => {
  env.trustProxy = 1;
  await freshDatabase();
  await anAdmin();
  desk = await openDesk(async (req, res) => {
    if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
    making.add(res);
    await new Promise((closed) => res.once("close", closed));
    making.delete(res);
  });
});
afterAll(async () => {
  env.trustProxy = trustProxy;
  await desk.close();
});

/** The addresses of all pages and routes, with something in place of their parameters. */
const addresses = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:^|\/)(?:page|route)\.tsx?$/.test(file))
  .map((file) => `/${file.replace(/\/?(?:page|route)\.tsx?$/, "")}`)
  .map((path) => path.replace(/\/\([\w-]+\)/g, "").replace(/\[[^\]]+\]/g, "7") || "/");

/** The most answers that are made at a time. */
const AT_ONCE = 4;

it.each(addresses.map((path, i) => [path, i] as const))("%s is made a few times at once", async (path, i) => {
  // Of a cookie that is not kept for anybody, and each of another query.
  const cookie = `next-auth.session-token=${marked("next-auth.session-token", "ended")}`;
  const headers = { "x-forwarded-for": `198.51.${i}.1`, cookie };
  let answered = 0;
  const asked = Array.from({ length: 12 }, (_, one) =>
    desk
      .get(`${path}?reply=${one + 1}`, headers)
      .catch(() => undefined)
      .finally(() => (answered += 1)),
  );
  // Long enough for all of them to begin, were there no turns.
  for (let turn = 0; turn < 150 && answered < asked.length; turn += 1) await new Promise((next) => setImmediate(next));
  expect(making.size).toBeLessThanOrEqual(AT_ONCE);
  while (answered < asked.length) {
    for (const res of making)
      if (!res.headersSent) res.writeHead(200, { "content-type": "text/html" }).end("<p>made</p>");
    await new Promise((next) => setImmediate(next));
  }
  await Promise.all(asked);
});

it("walks all of them", () => expect(addresses.length).toBeGreaterThan(100));
