import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { env } from "../core/env";
import { markedBrowser } from "../doors/known-browser";
import { signIn } from "../features/accounts/sign-in/browser-sign-in";
import { createUser } from "../features/accounts/users/mutations";
import { visitor } from "../core/access";
import { FairTurns } from "../services/limits/fair-turns";
import { system } from "../testing/actors";
import { openDesk } from "../testing/desk";
import { freshDatabase } from "../testing/setup";

const { trustProxy } = env;
beforeAll(() => void (env.trustProxy = 1));
afterAll(() => void (env.trustProxy = trustProxy));
beforeEach(() => freshDatabase());

/** The cookie of a browser in which somebody with this role has signed in, at this address. */
async function browserOf(username: string, role: "SUBSCRIBER" | "EDITOR", ip: string): Promise<string> {
  const password = "correct horse";
  await createUser(system, {
    username,
    nickname: username,
    email: `${username}@example.org`,
    password,
    title: "x",
    role,
  });
  const { browser } = await signIn({ ...visitor, ip }, { username, password });
  return `browser=${markedBrowser(browser ?? "")}`;
}

const anyPage = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
  res.writeHead(200, { "content-type": "text/html" }).end("<p>a page</p>");
};

it("a browser of staff gets the form of the sign-in whatever readers with browsers of theirs send beside it", async () => {
  const desk = await openDesk(anyPage);
  const here = "192.0.2.77";
  const [mary, ann, bob] = [
    await browserOf("mary", "EDITOR", here),
    await browserOf("ann", "EDITOR", here),
    await browserOf("bob", "SUBSCRIBER", here),
  ];
  const ask = async (cookie: string, i: number) =>
    (await desk.get(`/login?a=${i}`, { "x-forwarded-for": here, cookie })).status;
  const refused = async (cookie: string) => {
    const statuses = [];
    for (let i = 0; i < 125; i += 1) statuses.push(await ask(cookie, i));
    return statuses.filter((status) => status === 429).length;
  };
  expect([await refused(bob), await refused("")]).toEqual([5, 5]);
  expect([await ask(mary, 200), await refused(mary), await ask(ann, 200)]).toEqual([200, 6, 200]);
  await desk.close();
});

it("a browser of staff has a turn of its own, whatever waits from the same address", async () => {
  const [here, making] = ["192.0.2.78", new Map<string, ServerResponse>()];
  const desk = await openDesk(async (req, res) => {
    if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
    making.set(req.url ?? "", res);
  });
  const [mary, bob] = [await browserOf("mary", "EDITOR", here), await browserOf("bob", "SUBSCRIBER", here)];
  const ask = (path: string, cookie = "", ip = here) => desk.get(path, { "x-forwarded-for": ip, cookie });
  const inLine = vi.spyOn(FairTurns.prototype, "take");
  const all = Array.from({ length: 4 }, (_, i) => ask(`/photos/page/1${i}`, "", `198.51.100.${i}`));
  await expect.poll(() => making.size).toBe(4);
  for (let i = 0; i < 20; i += 1) all.push(ask(`/photos/page/2${i}`));
  await expect.poll(() => inLine.mock.calls.length).toBe(all.length);
  all.push(ask("/login?reader", bob), ask("/login?owner", mary));
  await expect.poll(() => inLine.mock.calls.length).toBe(all.length);
  inLine.mockRestore();
  const made: string[] = [];
  const isMade = (path: string) => made.includes(path) || making.has(path);
  while (!isMade("/login?owner") && made.length < 24) {
    await expect.poll(() => making.size).toBeGreaterThan(0);
    for (const [path, res] of making) {
      making.delete(path);
      made.push(path);
      res.writeHead(200, { "content-type": "text/html" }).end("<p>a page</p>");
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect([made.length < 10, isMade("/login?reader")]).toEqual([true, false]);
  desk.server.closeAllConnections();
  await Promise.allSettled(all);
  await desk.close();
});
