import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { encode } from "next-auth/jwt";
import { env } from "../../core/env";
import { identity } from "../../core/identity";
import { siteFacts } from "../../core/site-facts";
import { markedBrowser } from "../../doors/known-browser";
import { marked } from "../../doors/personal-cookies";
import { secret } from "../../doors/session-cookie";
import { accountsIdentity } from "../../features/accounts/sign-in/identity";
import { getSite } from "../../features/site/queries";
import { createPersonalToken } from "../../features/accounts/tokens/personal-tokens";
import { anActor } from "../../testing/actors";
import { openDesk } from "../../testing/desk";
import { aPost } from "../../testing/factories";
import { FairTurns } from "../../services/limits/fair-turns";
import { freshDatabase } from "../../testing/setup";
import { inTurn, noteLength } from "./shares";

const { trustProxy } = env;
beforeAll(() => void (env.trustProxy = 1));
afterAll(() => void (env.trustProxy = trustProxy));
beforeEach(() => freshDatabase());

/** Calls for a turn: whoever has called is in line. */
const inLine = vi.spyOn(FairTurns.prototype, "take");
beforeEach(() => void inLine.mockClear());

/** The most answers that are made at a time. */
const AT_ONCE = 4;
const [crowd, somebody] = ["192.0.2.1", "192.0.2.2"];

it.each([
  ["/login", "192.0.2.11"],
  ["/register", "192.0.2.12"],
  ["/set-password", "192.0.2.13"],
  ["/admin/posts", "192.0.2.14"],
  ["/admin/logs/export", "192.0.2.15"],
  ["/admin/followers/table", "192.0.2.16"],
])("what is made of %s for each is made in turn: whoever comes after a crowd is next", async (path, crowd) => {
  const begun: string[] = [];
  const making: ServerResponse[] = [];
  const desk = await openDesk(async (req, res) => {
    if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
    begun.push(String(req.headers["x-forwarded-for"]));
    making.push(res);
    await once(res, "close");
  });
  // Strangers' requests for the dashboard are not made at all.
  const cookie = `next-auth.session-token=${marked("next-auth.session-token", "ended")}`;
  const get = (i: number, from: string) => desk.get(`${path}?${i}`, { "x-forwarded-for": from, cookie });
  const answers = Array.from({ length: 30 }, (_, i) => get(i, crowd));
  await expect.poll(() => [inLine.mock.calls.length, begun.length]).toEqual([30, AT_ONCE]);
  answers.push(get(31, somebody));
  await expect.poll(() => inLine.mock.calls.length).toBe(31);
  while (begun.length < 31 || making.length > 0) {
    making.shift()?.writeHead(200, { "content-type": "text/html" }).end("<p>made</p>");
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(answers);
  // One of the crowd may be called before it, since the lines take turns.
  expect(begun.indexOf(somebody)).toBeLessThanOrEqual(AT_ONCE + 1);
  await desk.close();
});

it("each page begins in a turn of the event loop of its own", async () => {
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  const begun: number[] = [];
  const desk = await openDesk(async (_req, res) => {
    begun.push(turn);
    res.writeHead(200, { "content-type": "text/html" }).end("made");
  });
  const cookie = `next-auth.session-token=${marked("next-auth.session-token", "ended")}`;
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => desk.get(`/admin/posts/${i}`, { "x-forwarded-for": `192.0.4.${i}`, cookie })),
  );
  isCounting = false;
  expect(begun).toHaveLength(40);
  expect(new Set(begun).size).toBe(40);
  await desk.close();
});

it("nobody who has left takes a turn", async () => {
  const ends: (() => void)[] = [];
  const ask = (i: number, socket: object) => {
    const req = { method: "GET", url: "/about", headers: { "x-forwarded-for": `192.0.6.${i}` }, socket };
    return inTurn(req as unknown as IncomingMessage, () => new Promise<void>((end) => void ends.push(end)));
  };
  const held = Array.from({ length: AT_ONCE }, (_, i) => ask(i, { writable: true }));
  await expect.poll(() => ends.length).toBe(AT_ONCE);
  const socket = { writable: true, destroyed: false };
  const before = inLine.mock.calls.length;
  const crowd = Array.from({ length: 40 }, (_, i) => ask(100 + i, socket));
  await expect.poll(() => inLine.mock.calls.length).toBe(before + crowd.length);
  socket.destroyed = true;
  let [turns, isCounting] = [0, true];
  const count = () => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  for (const end of ends) end();
  count();
  const refused = await Promise.allSettled(crowd);
  isCounting = false;
  expect(refused.filter(({ status }) => status === "rejected")).toHaveLength(crowd.length);
  expect(turns).toBeLessThan(10);
  await Promise.all(held);
});

it("others begin while long answers wait for their turns of the event loop", async () => {
  const path = "/api/content/posts/7/comments";
  noteLength(path, 1_000_000);
  const begun: string[] = [];
  const begin = (name: string, url: string, more = {}) => {
    const headers = { "x-forwarded-for": `192.0.5.${name.length}`, ...more };
    const req = { method: "GET", url, headers, socket: { writable: true } };
    return inTurn(req as unknown as IncomingMessage, async () => void begun.push(name));
  };
  const long = Array.from({ length: AT_ONCE }, () => begin("long", path, { "x-content-password": "a guess" }));
  await Promise.all([...long, begin("short", "/login")]);
  expect(begun).toEqual(["short", "long", "long", "long", "long"]);
});

it("a page does not wait for all that take long and came before, of whatever kinds", async () => {
  const begun: string[] = [];
  let asked = 0;
  const begin = (url: string, ms: number, more = {}) => {
    const headers = { "x-forwarded-for": `192.0.7.${(asked += 1)}`, ...more };
    const req = { method: "GET", url, headers, socket: { writable: true } };
    return inTurn(req as unknown as IncomingMessage, async () => {
      begun.push(url);
      for (const until = performance.now() + ms; performance.now() < until;);
    });
  };
  const others = Array.from({ length: AT_ONCE }, (_, i) => [
    begin(`/api/content/posts/${i}`, 30, { "x-content-password": "a guess" }),
    begin(`/search?keyword=${i}`, 30),
    begin(`/api/admin/posts/${i}`, 30),
  ]);
  await Promise.all([...others.flat(), begin("/login", 0)]);
  expect(begun.indexOf("/login")).toBeLessThan(AT_ONCE);
});

it("what a child or a thread makes waits for no turn of the event loop behind all else", async () => {
  const begun: string[] = [];
  let asked = 0;
  const begin = (url: string, more = {}) => {
    const headers = { "x-forwarded-for": `192.0.6.${(asked += 1)}`, ...more };
    const req = { method: "GET", url, headers, socket: { writable: true } };
    return inTurn(req as unknown as IncomingMessage, async () => void begun.push(url));
  };
  const others = Array.from({ length: AT_ONCE }, (_, i) => [
    begin(`/login?${i}`),
    begin(`/api/content/posts/${i}`, { "x-content-password": "a guess" }),
  ]);
  const elsewhere = [begin("/cards/post-1-0123456789ab.png"), begin("/markdown/archives/a")];
  await Promise.all([...others.flat(), ...elsewhere]);
  const places = ["/cards/post-1-0123456789ab.png", "/markdown/archives/a"].map((url) => begun.indexOf(url));
  expect(Math.max(...places)).toBeLessThan(AT_ONCE);
});

it("pages that were long before are made one after the other, and others do not wait for them", async () => {
  const begun: string[] = [];
  const making: ServerResponse[] = [];
  const desk = await openDesk(async (req, res) => {
    begun.push(req.url ?? "");
    making.push(res);
    await once(res, "close");
  });
  const cookie = `next-auth.session-token=${marked("next-auth.session-token", "ended")}`;
  const get = (path: string, i: number) => desk.get(path, { "x-forwarded-for": `192.0.3.${i}`, cookie });
  const answer = () => making.shift()?.writeHead(200, { "content-type": "text/html" }).end("x".repeat(600_000));
  const first = get("/admin/posts/1", 1);
  await expect.poll(() => begun.length).toBe(1);
  answer();
  await first;
  const answers = Array.from({ length: AT_ONCE }, (_, i) => get("/admin/posts/1", i + 2));
  await expect.poll(() => [inLine.mock.calls.length, begun.length]).toEqual([1 + AT_ONCE, 2]);
  answers.push(get("/admin/posts/2", 9));
  await expect.poll(() => begun.at(-1)).toBe("/admin/posts/2");
  expect(begun).toHaveLength(3);
  while (begun.length < 2 + AT_ONCE || making.length > 0) {
    answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(answers);
  await desk.close();
});

it("a file that is sent while it is made has a turn until its first byte", async () => {
  const begun: ServerResponse[] = [];
  const desk = await openDesk(async (_req, res) => {
    begun.push(res);
    await once(res, "close");
  });
  const cookie = `next-auth.session-token=${marked("next-auth.session-token", "ended")}`;
  const answers = Array.from({ length: AT_ONCE + 1 }, () =>
    desk.get("/admin/logs/export", { "x-forwarded-for": "192.0.2.5", cookie }),
  );
  await expect.poll(() => [inLine.mock.calls.length, begun.length]).toEqual([AT_ONCE + 1, AT_ONCE]);
  begun[0]?.writeHead(200, { "content-type": "text/csv" }).write("the first line\n");
  await expect.poll(() => begun.length).toBe(AT_ONCE + 1);
  for (const res of begun) res.end("the last line\n");
  expect(await Promise.all(answers.map(async (answer) => (await answer).status))).toEqual(
    Array.from({ length: AT_ONCE + 1 }, () => 200),
  );
  await desk.close();
});

it("pages do not wait for cards, of which a child draws one after the other", async () => {
  const begun: string[] = [];
  const making: ServerResponse[] = [];
  const desk = await openDesk(async (req, res) => {
    if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
    begun.push(req.url ?? "");
    making.push(res);
  });
  const get = (path: string, from: string) => desk.get(path, { "x-forwarded-for": from });
  const answers = Array.from({ length: AT_ONCE + 1 }, (_, i) =>
    get(`/cards/post-${i + 1}-0123456789ab.png`, "192.0.2.3"),
  );
  await expect.poll(() => begun.length).toBe(1);
  answers.push(get("/login", "192.0.2.4"));
  await expect.poll(() => begun).toContain("/login");
  while (begun.length < answers.length || making.length > 0) {
    making.shift()?.writeHead(200, { "content-type": "image/png" }).end("drawn");
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(answers);
  await desk.close();
});

it.each([
  ["/", "192.0.2.17"],
  ["/admin/upload", "192.0.2.18"],
])(
  "forms of strangers for %s are counted before they are received: those without sense have an end, too",
  async (path, crowd) => {
    siteFacts.provide(getSite);
    const desk = await openDesk();
    const from = { "x-forwarded-for": crowd, origin: `http://127.0.0.1:${desk.port}` };
    const post = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...from, "content-type": "multipart/form-data; boundary=b", "content-length": "100" };
        const req = request({ port: desk.port, host: "127.0.0.1", method: "POST", path, headers, agent: false });
        req.on("error", reject);
        req.on("response", (res) => resolve(res.resume().statusCode));
        req.end("x".repeat(100));
      });
    const answers = await Promise.all(Array.from({ length: 150 }, post));
    // An upload's refusal is an answer like others.
    const refused = path === "/" ? 400 : 200;
    expect([refused, 429].map((status) => answers.filter((each) => each === status).length)).toEqual([120, 30]);
    await desk.close();
  },
);

it("what is made of the API is made in turn, one after the other: whoever comes after a crowd is next", async () => {
  await aPost();
  identity.provide(accountsIdentity);
  const { token } = await createPersonalToken(await anActor("SUBSCRIBER"), { name: "x", scopes: ["content:read"] });
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
  const first = { method: "GET", url: "/api/content/posts", headers, socket: { writable: true } };
  const held = inTurn(first as unknown as IncomingMessage, () => new Promise<void>((resolve) => (end = resolve)));
  const paths = [
    ...Array.from({ length: 10 }, (_, i) => ({ path: `/api/content/posts?size=${i + 1}`, more: {} })),
    ...Array.from({ length: 10 }, (_, i) => ({
      path: `/api/content/posts?size=${i + 21}`,
      more: { origin: "https://elsewhere.example" },
    })),
    // Anybody may have a token where registration is open.
    ...Array.from({ length: 10 }, () => ({
      path: "/api/content/statistics",
      more: { authorization: `Bearer ${token}` },
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

it("reads of the API wait neither for tokens that are looked up nor for passwords that are guessed", async () => {
  await aPost();
  const ends: (() => void)[] = [];
  const wait = () => new Promise<null>((resolve) => void ends.push(() => resolve(null)));
  identity.provide({ ...accountsIdentity, ofToken: wait });
  const desk = await openDesk();
  const [path, headers] = ["/api/content/statistics", { "x-forwarded-for": crowd }];
  const answers = Array.from({ length: AT_ONCE }, () =>
    desk.get(path, { ...headers, authorization: "Bearer unknown" }),
  );
  const held = Array.from({ length: AT_ONCE }, () => {
    const guess = { method: "GET", url: path, headers: { ...headers, "x-content-password": "a guess" } };
    return inTurn({ ...guess, socket: { writable: true } } as unknown as IncomingMessage, wait);
  });
  // Of one network three tokens are looked up at a time.
  await expect.poll(() => ends.length).toBe(AT_ONCE + 3);
  expect((await desk.get(path, { "x-forwarded-for": somebody })).status).toBe(200);
  answers.push(desk.get(path, { ...headers, "x-content-password": "a guess" }));
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(held);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 200]);
  identity.provide(accountsIdentity);
  await desk.close();
});

it("what strangers send to the API is worked on in turn, and reads do not wait for it", async () => {
  const { id } = await aPost();
  const desk = await openDesk();
  const made: string[] = [];
  let asked = 0;
  desk.server.on("request", (req, res) => {
    asked += 1;
    res.once("finish", () => made.push(String(req.headers["x-forwarded-for"])));
  });
  const path = `/api/content/posts/${id}/likes`;
  const ends: (() => void)[] = [];
  const held = Array.from({ length: AT_ONCE }, () => {
    const first = { method: "POST", url: path, headers: { "x-forwarded-for": crowd }, socket: { writable: true } };
    return inTurn(first as unknown as IncomingMessage, () => new Promise<void>((resolve) => void ends.push(resolve)));
  });
  const like = (from: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { "x-forwarded-for": from };
      const req = request({ port: desk.port, host: "127.0.0.1", method: "POST", path, headers, agent: false });
      req.on("error", reject).on("response", (res) => resolve(res.resume().statusCode));
      req.end();
    });
  const likes = Array.from({ length: 20 }, () => like(crowd));
  await expect.poll(() => asked).toBe(20);
  likes.push(like(somebody));
  await expect.poll(() => asked).toBe(21);
  expect((await desk.get("/api/content/posts", { "x-forwarded-for": crowd })).status).toBe(200);
  expect(made).toEqual([crowd]);
  for (const end of ends) end();
  await Promise.all(held);
  expect(new Set(await Promise.all(likes))).toEqual(new Set([200]));
  expect(made.indexOf(somebody)).toBeLessThanOrEqual(AT_ONCE + 2);
  await desk.close();
});

let networks = 0;

/** How many of so many requests of a new network are answered with 429, and how somebody else is answered. */
async function refusedOf(count: number, ask: (from: string, i: number) => Promise<{ status: number }>) {
  networks += 1;
  let refused = 0;
  for (let i = 0; i < count; i += 1) refused += Number((await ask(`198.51.100.${networks}`, i)).status === 429);
  return { refused, other: (await ask(`203.0.113.${networks}`, count)).status };
}

/** Answers every address with a page of this length. */
const pageOf =
  (bytes: number) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
    res.writeHead(200, { "content-type": "text/html" }).end(`<p>${"a".repeat(bytes)}</p>`);
  };

it.each([
  "/login",
  "/login/forgot",
  "/register",
  "/set-password",
  "/setup",
  "/confirm",
  "/unsubscribe",
  "/preview/a",
  "/api/auth/session",
  "/cards/post-1-0123456789ab.png",
])("a network's strangers have %s made 120 times a minute, and not more often", async (path) => {
  const desk = await openDesk(pageOf(1));
  const ask = (from: string, i: number) => desk.get(`${path}?a=${i}`, { "x-forwarded-for": from });
  expect(await refusedOf(125, ask)).toEqual({ refused: 5, other: 200 });
  await desk.close();
});

it("a long page counts as several where it is made for strangers alone, whatever is answered in between", async () => {
  const { slug } = await aPost();
  const desk = await openDesk(async (req, res) =>
    req.url?.includes("reply") ? void res.writeHead(307, { location: "/" }).end() : pageOf(1_000_000)(req, res),
  );
  const ask = (from: string, i: number) =>
    desk.get(`/archives/${slug}?${i % 2 === 0 ? "reply" : "comments"}=${i + 1}`, { "x-forwarded-for": from });
  // The first one says how long they are; then three more are as much as 120 of usual length.
  expect((await refusedOf(20, ask)).refused).toBe(15);
  await desk.close();
});

it("reads of the API with a password are counted by their length", async () => {
  const { id } = await aPost(undefined, { originalContent: "word ".repeat(40_000) });
  const desk = await openDesk();
  const ask = (from: string, i: number) =>
    desk.get(`/api/content/posts/${id}`, { "x-forwarded-for": from, "x-content-password": `a guess ${i}` });
  // The first one says that it is as long as seven usual ones, so that 85 more are made instead of 599.
  const { refused, other } = await refusedOf(100, ask);
  expect([refused, other]).toEqual([14, 200]);
  await desk.close();
});

it("readers of one network have one turn among strangers, however many accounts they have", async () => {
  identity.provide({
    ...accountsIdentity,
    ofSession: async (sid) => ({ owner: { id: Number(sid), role: sid === "99" ? "AUTHOR" : "SUBSCRIBER", name: sid } }),
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (name: string, from: string, sid?: number) => {
    const token = sid && (await encode({ token: { sid: String(sid) }, secret: secret() }));
    const cookie = token ? `next-auth.session-token=${marked("next-auth.session-token", token)}` : undefined;
    const req = {
      method: "GET",
      url: "/about",
      headers: { "x-forwarded-for": from, cookie },
      socket: { writable: true },
    };
    return inTurn(req as unknown as IncomingMessage, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  };
  const asked = Array.from({ length: 30 }, (_, i) => ask(`reader ${i}`, crowd, i + 1));
  await expect.poll(() => begun.length).toBe(AT_ONCE);
  asked.push(ask("newcomer", somebody), ask("author", crowd, 99));
  // Each session is looked up in a turn, too.
  const lookedUp = asked.length - 1;
  await expect.poll(() => inLine.mock.calls.length).toBe(asked.length + lookedUp);
  while (begun.length < asked.length || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(asked);
  for (const name of ["newcomer", "author"]) expect(begun.indexOf(name)).toBeLessThanOrEqual(AT_ONCE + 2);
});

it("browsers in which one of the staff has signed in before have one line, however many there are", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, from: string, browser?: string) => {
    const cookie = browser && `browser=${markedBrowser(browser)}`;
    const headers = { "x-forwarded-for": from, cookie };
    const req = { method: "GET", url: "/about", headers, socket: { writable: true } };
    return inTurn(req as unknown as IncomingMessage, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  };
  const asked = Array.from({ length: 30 }, (_, i) => ask(`browser ${i}`, `192.0.7.${i}`, `7.staff.a.${i}`));
  await expect.poll(() => begun.length).toBe(AT_ONCE);
  asked.push(ask("newcomer", somebody));
  await expect.poll(() => inLine.mock.calls.length).toBe(asked.length);
  while (begun.length < asked.length || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(asked);
  expect(begun.indexOf("newcomer")).toBeLessThanOrEqual(AT_ONCE + 1);
});

it("a usual form is checked while others hold all turns; a long one waits for its own", async () => {
  const making: ServerResponse[] = [];
  const sent: string[] = [];
  const desk = await openDesk(async (req, res) => {
    if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
    if (req.method === "POST") {
      sent.push(req.url ?? "");
      return void res.writeHead(200, { "content-type": "text/html" }).end("<p>received</p>");
    }
    making.push(res);
    await once(res, "close");
  });
  const answers = Array.from({ length: AT_ONCE }, (_, i) =>
    desk.get(`/login?${i}`, { "x-forwarded-for": "192.0.2.91" }),
  );
  await expect.poll(() => making.length).toBe(AT_ONCE);
  const post = (path: string, bytes: number) =>
    fetch(`http://127.0.0.1:${desk.port}${path}`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b", "x-forwarded-for": "192.0.2.92" },
      body: `--b\r\nContent-Disposition: form-data; name="form"\r\n\r\n${"x".repeat(bytes)}\r\n--b--\r\n`,
    });
  const long = post("/register", 40_000);
  expect((await post("/login", 1_000)).status).toBe(200);
  expect(sent).toEqual(["/login"]);
  for (const res of making) res.writeHead(200, { "content-type": "text/html" }).end("<p>made</p>");
  expect((await long).status).toBe(200);
  await Promise.all(answers);
  await desk.close();
});
