import { account, install } from "./rig/api";
import { signIn } from "./rig/desk";
import { follow } from "./rig/documents";
import { ask, cookiesIn, signInWith } from "./rig/http";
import { serve } from "./rig/server";
import { expect, test } from "./rig/test";

const server = serve();
/** A site before its set-up. */
const fresh = serve();
let post = "";

test.beforeAll(async () => {
  const ada = await install(server);
  ({ url: post } = await ada.post({ title: "A post" }));
});

const form = (fields: Record<string, string>, cookie?: string, origin = server.origin) => ({
  method: "POST",
  headers: { origin, "content-type": "application/x-www-form-urlencoded", ...(cookie !== undefined && { cookie }) },
  body: String(new URLSearchParams(fields)),
});
const session = async (cookie: string) => (await ask(server, "/api/auth/session", { headers: { cookie } })).text;

test("each page that signs in brings the cookie its form is checked against, once, and stays nobody's", async () => {
  for (const path of ["/login", "/login?next=%2Fadmin", "/register", "/set-password"]) {
    const first = await ask(server, path);
    const cookie = cookiesIn(first);
    expect(cookie, path).toMatch(/^next-auth\.csrf-token=[0-9a-f]{64}%7C[0-9a-f]{64}$/);
    expect(cookiesIn(await ask(server, path, { headers: { cookie } })), path).toBe("");
    expect((await ask(server, post, { headers: { cookie } })).headers["cache-control"]).toMatch(/^public/);
  }
  // These pages have no form: the site is set up, and signed-in people are redirected.
  expect(cookiesIn(await ask(server, "/setup"))).toBe("");
  const { cookie } = await signInWith(server, account);
  const session = cookie.split("; ").filter((each) => each.includes("session-token"));
  expect(cookiesIn(await ask(server, "/login", { headers: { cookie: session.join() } }))).toBe("");
  expect(cookiesIn(await ask(server, post))).toBe("");
  const forged = await ask(server, "/login", { headers: { cookie: "next-auth.csrf-token=a%7Cb" } });
  expect(cookiesIn(forged)).toMatch(/^next-auth\.csrf-token=[0-9a-f]{64}%7C/);
});

test("next-auth's own form signs in and out, with its token and from this site only", async () => {
  const { reply, cookie } = await signInWith(server, account);
  expect([reply.status, reply.headers.location]).toEqual([302, "/admin"]);
  expect(await session(cookie)).toContain(account.username);
  expect((await ask(server, "/admin/posts", { headers: { cookie } })).status).toBe(200);

  const { csrfToken } = JSON.parse((await ask(server, "/api/auth/csrf", { headers: { cookie } })).text) as {
    csrfToken: string;
  };
  for (const [sent, status] of [
    [form({ csrfToken }, cookie, "https://evil.example"), 403],
    [form({ csrfToken: "0".repeat(64) }, cookie), 302],
    [{ headers: { cookie } }, 302],
  ] as const)
    expect((await ask(server, "/api/auth/signout", sent)).status).toBe(status);
  expect(await session(cookie)).toContain(account.username);
  const left = await ask(
    server,
    "/api/auth/signout",
    form({ csrfToken, callbackUrl: "https://evil.example/" }, cookie),
  );
  expect([left.status, left.headers.location]).toEqual([302, "/admin"]);
  expect(cookiesIn(left)).toContain("next-auth.session-token=");
  expect([await session(cookie), (await ask(server, "/admin/posts", { headers: { cookie } })).status]).toEqual([
    "{}",
    307,
  ]);
});

test("what is of no use here is nowhere, and no header says where the site is", async () => {
  for (const [method, path] of [
    ["GET", "verify-request"],
    ["GET", "callback/credentials"],
    ["GET", "callback/google"],
    ["GET", "nowhere"],
    ["POST", "_log"],
    ["POST", "session"],
    ["POST", "signin/credentials"],
    ["POST", "callback/google"],
  ] as const) {
    const { status, text, headers } = await ask(server, `/api/auth/${path}`, method === "POST" ? form({}) : {});
    expect([path, status, headers["content-type"], headers["set-cookie"]]).toEqual([
      path,
      404,
      "application/problem+json",
      undefined,
    ]);
    expect(JSON.parse(text)).toMatchObject({ code: "not_found" });
  }
  for (const path of ["csrf", "providers", "session", "signin", "signout", "error?error=x"]) {
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const reply = await ask(server, `/api/auth/${path}`, { headers });
    expect([200, 302], path).toContain(reply.status);
    expect(reply.text + JSON.stringify(reply.headers), path).not.toContain("evil");
    expect(reply.headers["cache-control"], path).toBe("no-store");
  }
});

test("a browser without cookies is told why it cannot sign in; next-auth's errors are said on the page", async ({
  open,
  accessible,
}) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(server.url("/login"));
  await page.context().clearCookies();
  await page.fill("[name=username]", account.username);
  await page.fill("[name=password]", account.password);
  await follow(page, () => page.getByRole("button", { name: "Sign in" }).click());
  await expect(page.getByRole("alert")).toHaveText(/does not accept cookies/);
  await expect(page.getByLabel("Username")).toHaveValue(account.username);
  await accessible(page, "light", "dark");
  await page.fill("[name=password]", account.password);
  await follow(page, () => page.getByRole("button", { name: "Sign in" }).click());
  await expect(page).toHaveURL(/\/admin/);

  const other = await open({ javaScriptEnabled: false });
  await other.goto(server.url("/api/auth/error?error=unauthenticated"));
  await expect(other).toHaveURL(/\/login\?error=/);
  await expect(other.getByRole("alert")).toHaveText("The name or the password is wrong.");
});

test("signing out in the dashboard leaves the browser nothing of its session", async ({ open }) => {
  const page = await open();
  await signIn(page, server);
  await page.getByRole("button", { name: account.nickname }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(server.url("/login"));
  const left = await page.context().cookies();
  // The zone is the browser's own, whoever signs in.
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(left.filter(({ name }) => name === "zone").map(({ value }) => decodeURIComponent(value))).toEqual([zone]);
  // By the last one the owner is told apart from others who guess at the same address.
  expect(left.map(({ name }) => name).sort()).toEqual(["browser", "next-auth.csrf-token", "zone"]);
});

test("the set-up signs in though it gives the site an address under which its cookies have other names", async ({
  open,
}) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(fresh.url("/setup"));
  const go = (name: string) => follow(page, () => page.getByRole("button", { name, exact: true }).click());
  await page.getByLabel("Your name").fill(account.nickname);
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await go("Continue");
  await page.getByLabel("Name of the site").fill("The Daily Test");
  await page.getByLabel("Address of the site").fill(fresh.origin.replace("http:", "https:"));
  await go("Continue");
  await go("Set up the site");
  await expect(page).toHaveURL(fresh.url("/admin/posts/new"));
  expect((await page.context().cookies()).map(({ name }) => name)).toContain("__Host-next-auth.session-token");
});
