import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { system, visitor } from "../core/access";
import { sign } from "../core/secrets";
import { heldCookie, marked, personalCookieNames } from "../doors/personal-cookies";
import { getSite } from "../features/site/queries";
import { openDesk } from "../testing/desk";
import { aSheet } from "../testing/factories";
import { freshDatabase } from "../testing/setup";

let desk: Awaited<ReturnType<typeof openDesk>>;
let rendered: number;

async function page(_req: IncomingMessage, res: ServerResponse): Promise<void> {
  rendered += 1;
  await getSite(visitor, {});
  res.writeHead(200, { "content-type": "text/html" });
  res.end(`<!doctype html><html lang="en"><head><title>x</title></head><body>here</body></html>`);
}

beforeEach(async () => {
  await freshDatabase();
  // Where the program is built, the desk looks whether anything is at an address.
  for (const slug of ["about", "other"]) await aSheet(system, { slug });
  rendered = 0;
  desk = await openDesk(page);
});
afterEach(() => desk.close());

const ask = async (headers: Record<string, string>, path = "/about") => (await desk.get(path, headers)).status;

describe.each(personalCookieNames)("the cookie %s", (name) => {
  const others = personalCookieNames.filter((each) => each !== name);
  const invented = [
    "",
    "x",
    ".",
    "post:1.abc",
    "x".repeat(8_000),
    "%",
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.y.z",
    `x.${sign("unlock", "x")}`,
    `x.${sign("next-auth", "x")}`,
    `${marked(name, "x", "/about")}x`,
    `y${marked(name, "x", "/about")}`,
    ...others.map((other) => marked(other, "x", "/about")),
  ];

  it("makes nothing anew where somebody invented it", async () => {
    await ask({});
    for (const value of invented)
      for (const prefix of ["", "__Host-", "__Secure-"]) {
        await ask({ cookie: `${prefix}${name}=${value}` });
        await ask({ cookie: `a=b; ${`${prefix}${name}=${value.slice(0, 20)}; `.repeat(50)}c=d` });
      }
    await ask({ cookie: `${name}.0=x; ${name}.1=y; preview=x; x${name}=y` });
    expect(rendered).toBe(1);
  });

  it("makes the page anew where this site gave it, whatever stands beside it", async () => {
    await ask({});
    const own = marked(name, "post:1.proof", "/about");
    for (const cookie of [
      `${name}=${own}`,
      `a=b; __Host-${name}=${encodeURIComponent(own)}; c=d`,
      `${name}=x; __Secure-${name}=${own}`,
    ])
      await ask({ cookie });
    expect(rendered).toBe(4);
  });
});

it("a cookie that was given for one page makes no other one anew", async () => {
  const cookie = `waiting=${marked("waiting", "1.proof", "/about")}`;
  await ask({}, "/other");
  await ask({ cookie }, "/other");
  expect(rendered).toBe(1);
  expect(heldCookie(`waiting=${marked("waiting", "x", "/%E6%B8%AF")}`, "waiting", "/港")).toBe("x");
});

it("only the wanted of two names is read", () => {
  const header = `unlock=${marked("unlock", "plain")}; __Host-unlock=${marked("unlock", "bound")}`;
  expect(heldCookie(header, "unlock", "/", "__Host-unlock")).toBe("bound");
  expect(heldCookie(header, "unlock", "/", "__Secure-unlock")).toBeNull();
});

it.each([
  ["a token", { authorization: "Bearer x" }],
  ["a proxy's own sign-in", { authorization: "Basic eDp5" }],
  ["a password", { "x-content-password": "x" }],
])("a page is not made anew for %s in the headers, which it does not read", async (_what, headers) => {
  await ask({});
  await ask(headers);
  expect(rendered).toBe(1);
});

it.each(["/api/docs", "/api/openapi.json", "/api/docs/", "/api/openapi.json/"])(
  "%s comes from memory whatever is in the headers, since unpacking it costs as much as a page",
  async (path) => {
    const { headers: kept } = await desk.get(path);
    expect(kept.etag).toBeDefined();
    for (const more of [{ authorization: "Bearer x" }, { authorization: "Basic eDp5", "x-content-password": "x" }])
      expect((await desk.get(path, more as Record<string, string>)).headers.etag).toBe(kept.etag);
  },
);

it("a query that says nothing to a page makes it no second time", async () => {
  await ask({});
  for (const query of [
    "sent=x",
    "sent=",
    "comments=0",
    "comments=x",
    "comments=1e3",
    "reply=-1",
    "reply=%00",
    "plane=1",
    "sent=waiting&sent=x",
  ])
    await ask({}, `/about?${query}`);
  expect(rendered).toBe(1);
  expect([await ask({}, "/about?sent=waiting"), rendered]).toEqual([200, 2]);
});

it("a page of the dashboard is not begun for a stranger, who is led to the sign-in and back", async () => {
  for (const cookie of ["", "next-auth.session-token=x", "unlock=x"]) {
    const { status, headers } = await desk.get("/admin/posts?page=2&_rsc=x", { cookie });
    expect([status, headers.location, headers["cache-control"]]).toEqual([
      307,
      "/login?next=%2Fadmin%2Fposts%3Fpage%3D2",
      "no-store",
    ]);
  }
  expect(rendered).toBe(0);
  await ask({ cookie: `next-auth.session-token=${marked("next-auth.session-token", "x")}` }, "/admin/posts");
  expect(rendered).toBe(1);
});

it("a page is made in one spelling of its address, whatever the others are", async () => {
  await ask({});
  for (const path of ["/%61bout", "/a%62out", "/%61%62%6f%75%74", "/%61bout?x=1"])
    expect([path, await ask({}, path)]).toEqual([path, 200]);
  expect(rendered).toBe(1);
});

it("strangers of one network have a page made for queries of their own 120 times a minute; what is kept is not counted", async () => {
  const own = `unlock=${marked("unlock", "post:1.proof")}`;
  const statuses = [];
  for (let i = 1; i <= 130; i += 1) statuses.push(await ask(i % 2 ? {} : { cookie: own }, `/about?reply=${i}`));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(50);
  expect(statuses.slice(-10)).toEqual(Array.from({ length: 10 }, () => 429));
  const before = rendered;
  expect([await ask({}, "/about?reply=1"), await ask({}, "/about?comments=12345678"), rendered]).toEqual([
    200,
    200,
    before + 1,
  ]);
});
