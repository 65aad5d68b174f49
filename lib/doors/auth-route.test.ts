import { NextRequest } from "next/server";
import { generate } from "otplib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessions } from "../../db/schema";
import { visitor } from "../core/access";
import { env } from "../core/env";
import { generateMfaKey, setMfa } from "../features/accounts/factors/mfa";
import { createUser } from "../features/accounts/users/mutations";
import { updateUser } from "../features/accounts/users/staff";
import { provideFeatures } from "../server/features";
import { anAdmin, system } from "../testing/actors";
import { freshDatabase, stored } from "../testing/setup";
import { authRoute } from "./auth-route";
import { clientHeader } from "./client-header";
import { csrfCookie, sessionCookie, ticketCookie } from "./host-cookie";

provideFeatures();

const password = "correct horse";
let count = 0;
/** Another name in each test, since guesses are counted by it. */
let jane = { id: 0, username: "" };
const siteUrl = env.siteUrl;

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  const username = `jane${(count += 1)}`;
  jane = await createUser(system, {
    username,
    password,
    nickname: "Jane",
    email: `${username}@example.org`,
    title: "Editor",
    role: "EDITOR",
  });
});
afterEach(() => void (env.siteUrl = siteUrl));

type Sent = {
  body?: string;
  form?: Record<string, string>;
  json?: unknown;
  headers?: Record<string, string>;
  host?: string;
};

/** A browser with its own cookies and network. */
class Browser {
  readonly jar = new Map<string, string>();
  readonly #ip = `198.51.${Math.floor((count += 1) / 250)}.${count % 250}`;
  /** All `Set-Cookie` lines that it received. */
  readonly lines: string[] = [];

  async ask(method: string, path: string, { body: raw, form, json, headers = {}, host = "localhost" }: Sent = {}) {
    const type = form ? "application/x-www-form-urlencoded" : json === undefined ? undefined : "application/json";
    const body = form ? String(new URLSearchParams(form)) : json === undefined ? raw : JSON.stringify(json);
    const response = await authRoute(
      new NextRequest(`http://${host}/api/auth/${path}`, {
        method,
        headers: {
          host,
          cookie: [...this.jar].map((pair) => pair.join("=")).join("; "),
          [clientHeader]: this.#ip,
          ...(type && { "content-type": type }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      }),
    );
    for (const line of response.headers.getSetCookie()) {
      this.lines.push(line);
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /Max-Age=0/i.test(line)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, location: response.headers.get("location"), headers: response.headers, text };
  }

  token = async () => (JSON.parse((await this.ask("GET", "csrf")).text) as { csrfToken: string }).csrfToken;
  post = async (path: string, form: Record<string, string>) =>
    this.ask("POST", path, { form: { csrfToken: await this.token(), ...form } });
  signIn = (given: Record<string, string> = {}) =>
    this.post("callback/credentials", { username: jane.username, password, ...given });
  session = async () => JSON.parse((await this.ask("GET", "session")).text) as { user?: { name: string } };
  get isIn() {
    return this.jar.has(sessionCookie(false).name);
  }
}

const rows = async () => (await stored().select().from(sessions)).length;

/** Requested places to go to after signing in, and where they lead. */
const wishes: [wish: string, path: string][] = [
  ["/admin/posts?page=2", "/admin/posts?page=2"],
  ["https://evil.example/", "/admin"],
  ["//evil.example/", "/admin"],
  ["/\\evil.example", "/admin"],
  ["/\t/evil.example", "/admin"],
  ["http://localhost:3000.evil.example/", "/admin"],
  ["http://localhost:3000@evil.example/", "/admin"],
  ["javascript:alert(1)", "/admin"],
  ["%2F%2Fevil.example", "/admin"],
  ["", "/admin"],
  [`/${"a".repeat(3_000)}`, "/admin"],
];

describe("next-auth's own addresses", () => {
  it("csrf: a token, and once the cookie that goes with it", async () => {
    const browser = new Browser();
    const token = await browser.token();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(browser.lines).toHaveLength(1);
    expect(browser.lines[0]).toMatch(/^next-auth\.csrf-token=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/i);
    expect([await browser.token(), browser.lines.length]).toEqual([token, 1]);
    browser.jar.set(csrfCookie(false).name, `${token}%7C${"0".repeat(64)}`);
    expect(await browser.token()).not.toBe(token);
  });

  it("providers: the two steps, and nothing of the machine", async () => {
    const { status, text } = await new Browser().ask("GET", "providers");
    expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([200, ["credentials", "factor"]]);
  });

  it("session: nothing for strangers, the name for its owner; one that has ended is forgotten", async () => {
    const browser = new Browser();
    expect(await browser.session()).toEqual({});
    await browser.signIn();
    expect(await browser.session()).toEqual({ user: { name: jane.username }, expires: expect.any(String) });
    await updateUser(system, { userId: jane.id, suspended: true });
    expect([await browser.session(), browser.isIn]).toEqual([{}, false]);
    browser.jar.set(sessionCookie(false).name, "eyJhbGciOiJkaXIifQ..x.y.z");
    expect([await browser.session(), browser.isIn]).toEqual([{}, false]);
  });

  it("signin and signout lead to the page of the site, and by themselves end nothing", async () => {
    const browser = new Browser();
    await browser.signIn();
    const pages = [await browser.ask("GET", "signin?callbackUrl=%2Fadmin%2Ftags"), await browser.ask("GET", "signout")];
    expect(pages.map(({ status, location }) => [status, location])).toEqual([
      [302, "/login?callbackUrl=%2Fadmin%2Ftags"],
      [302, "/login"],
    ]);
    expect((await browser.session()).user).toBeDefined();
  });

  it("error: leads to the page of the site with a code, which can be nothing but a part of the address", async () => {
    for (const error of ["too_many", "CredentialsSignin", "a\r\nSet-Cookie: a=b", "x&next=//evil.example", "密", ""]) {
      const { status, location, headers } = await new Browser().ask("GET", `error?error=${encodeURIComponent(error)}`);
      expect([error, status, new URL(location ?? "", "http://here").host]).toEqual([error, 302, "here"]);
      expect(location).toMatch(/^\/(login|api\/auth\/signin)\?/);
      expect(headers.getSetCookie().join()).not.toContain("a=b");
    }
  });

  it("all others are nowhere, whoever asks, and say nothing", async () => {
    const known = new Browser();
    await known.signIn();
    for (const browser of [new Browser(), known])
      for (const [method, path] of [
        ["GET", ""],
        ["GET", "nowhere"],
        ["GET", "verify-request"],
        ["GET", "_log"],
        ["GET", "callback"],
        ["GET", "callback/credentials"],
        ["GET", "callback/google"],
        ["GET", "csrf/more"],
        ["GET", "session/more/still"],
        ["GET", "__proto__"],
        ["POST", "_log"],
        ["POST", "csrf"],
        ["POST", "session"],
        ["POST", "signin"],
        ["POST", "signin/credentials"],
        ["POST", "callback"],
        ["POST", "callback/google"],
        ["POST", "callback/constructor"],
        ["POST", "callback/credentials/more"],
      ] as const) {
        const csrfToken = await browser.token();
        const { status, text, headers } = await browser.ask(
          method,
          path,
          method === "POST" ? { form: { csrfToken } } : {},
        );
        const { code } = JSON.parse(text) as { code: string };
        expect([method, path, status, code, headers.getSetCookie()]).toEqual([method, path, 404, "not_found", []]);
      }
    expect((await known.session()).user).toBeDefined();
  });
});

describe("signing in by next-auth", () => {
  it("takes the token of this browser, and no other", async () => {
    const [browser, other] = [new Browser(), new Browser()];
    const strange = await other.token();
    await browser.token();
    for (const csrfToken of ["", "x", strange, "0".repeat(64)]) {
      const form = { csrfToken, username: jane.username, password };
      const { location } = await browser.ask("POST", "callback/credentials", { form });
      expect(location).toMatch(/^\/api\/auth\/signin/);
    }
    const json = { csrfToken: { toString: "x" }, username: jane.username, password };
    expect((await browser.ask("POST", "callback/credentials", { json })).status).toBe(302);
    const without = new Browser();
    await without.ask("POST", "callback/credentials", { form: { username: jane.username, password } });
    expect([browser.isIn, without.isIn, await rows()]).toEqual([false, false, 0]);
    expect((await browser.signIn({ callbackUrl: "/admin/tags" })).location).toBe("/admin/tags");
    expect([browser.isIn, await rows()]).toEqual([true, 1]);
  });

  it("makes a cookie that says nothing but the key to a row, and ends the session that was here", async () => {
    const browser = new Browser();
    await browser.signIn();
    const line = browser.lines.find((each) => each.startsWith(sessionCookie(false).name)) ?? "";
    expect(line).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax$/i);
    const first = browser.jar.get(sessionCookie(false).name);
    await browser.signIn();
    expect([await rows(), browser.jar.get(sessionCookie(false).name) === first]).toEqual([1, false]);
  });

  it("answers a wrong name as it does a wrong password, and neither says more than its code", async () => {
    const browser = new Browser();
    const answers = [
      await browser.signIn({ password: "wrong" }),
      await browser.signIn({ username: "nobody", password: "wrong" }),
    ];
    for (const { status, location, text } of answers)
      expect([status, location, text]).toEqual([302, "/api/auth/error?error=unauthenticated", ""]);
    const { status, text } = await browser.signIn({ password: "wrong", json: "true" });
    expect([status, JSON.parse(text)]).toEqual([401, { url: "/api/auth/error?error=unauthenticated" }]);
    expect((await browser.signIn({ password: "x".repeat(101) })).location).toBe("/api/auth/error?error=invalid");
    expect(browser.isIn).toBe(false);
  });

  it("counts wrong guesses as every other way does", async () => {
    const browser = new Browser();
    for (let i = 0; i < 5; i += 1) await browser.signIn({ password: "wrong" });
    expect((await browser.signIn()).location).toBe("/api/auth/error?error=too_many");
    expect(browser.isIn).toBe(false);
  });

  it("refuses who is suspended", async () => {
    await updateUser(system, { userId: jane.id, suspended: true });
    const browser = new Browser();
    expect((await browser.signIn()).location).toBe("/api/auth/error?error=unauthenticated");
    expect(browser.isIn).toBe(false);
  });

  it("takes no body but a form or JSON of texts", async () => {
    const browser = new Browser();
    const csrfToken = await browser.token();
    for (const [type, body] of [
      ["application/json", "{"],
      ["application/json", "null"],
      ["application/json", "[]"],
      ["application/json", JSON.stringify({ csrfToken, callbackUrl: { length: 1 }, username: ["x"], password: 7 })],
      ["multipart/form-data; boundary=x", "--x--"],
      ["text/plain", `csrfToken=${csrfToken}`],
    ] as const) {
      const { status } = await browser.ask("POST", "callback/credentials", { headers: { "content-type": type }, body });
      expect([body, status]).toEqual([body, 302]);
    }
    expect(browser.isIn).toBe(false);
  });

  it.each(wishes)("leads to a path of this site: %s", async (wish, path) => {
    const browser = new Browser();
    expect((await browser.ask("GET", `signin?callbackUrl=${encodeURIComponent(wish)}`)).location).toBe(
      `/login?callbackUrl=${encodeURIComponent(path)}`,
    );
    expect((await browser.signIn({ callbackUrl: wish })).location).toBe(path);
    expect((await browser.post("signout", { callbackUrl: wish })).location).toBe(path);
  });

  it("believes no header about where the site is, and remembers no address", async () => {
    const browser = new Browser();
    const lies = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", origin: "https://evil.example" };
    const sent = { host: "evil.example", headers: lies };
    const form = { csrfToken: await browser.token(), username: jane.username, password };
    const answers = [
      ...(await Promise.all(
        ["csrf", "providers", "session", "signin", "signout", "error?error=x"].map((path) =>
          browser.ask("GET", path, sent),
        ),
      )),
      await browser.ask("POST", "callback/credentials", { ...sent, form: { ...form, password: "wrong" } }),
      await browser.ask("POST", "callback/credentials", { ...sent, form }),
      await browser.ask("POST", "signout", { ...sent, form }),
    ];
    for (const { text, headers } of answers) expect(text + JSON.stringify([...headers])).not.toContain("evil");
    expect(browser.lines.join()).not.toContain("callback-url");
  });

  it("knows a browser again after its sign-in, whatever strangers at the same address guess, and no other one", async () => {
    const headers = { [clientHeader]: "203.0.113.200" };
    const [owner, forger, stranger] = [new Browser(), new Browser(), new Browser()];
    const comeFromThere = async (browser: Browser, username: string, given: string) =>
      browser.ask("POST", "callback/credentials", {
        form: { csrfToken: await browser.token(), username, password: given },
        headers,
      });
    await owner.signIn();
    await owner.post("signout", {});
    expect([owner.isIn, owner.jar.has("browser")]).toEqual([false, true]);
    for (let i = 0; i < 21; i += 1) await comeFromThere(stranger, `name${i}`, "wrong");
    const [value = ""] = (owner.jar.get("browser") ?? "").split("~");
    forger.jar.set("browser", `${value}~${"A".repeat(43)}`);
    for (const browser of [owner, forger, stranger]) await comeFromThere(browser, jane.username, password);
    expect([owner.isIn, forger.isIn, stranger.isIn]).toEqual([true, false, false]);
  });

  it("binds its cookies to the host where the site has HTTPS", async () => {
    env.siteUrl = "https://example.org";
    const browser = new Browser();
    await browser.signIn();
    expect([...browser.jar.keys()].sort()).toEqual([
      "__Host-browser",
      "__Host-next-auth.csrf-token",
      "__Host-next-auth.session-token",
    ]);
    for (const line of browser.lines)
      for (const said of [/; Path=\/(;|$)/, /; HttpOnly/i, /; Secure/i]) expect(line).toMatch(said);
  });
});

describe("the second factor by next-auth", () => {
  const turnOn = async () => {
    const actor = { ...visitor, id: jane.id, role: "EDITOR" as const, name: jane.username };
    const { mfaKey } = await generateMfaKey(actor, { authcode: "000000" });
    const at = (steps: number) => generate({ secret: mfaKey, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
    const { recoveryCodes = [] } = await setMfa(actor, {
      currentPassword: password,
      authcode: await at(-1),
      mfaKey,
      mfaType: "TFA_TOTP",
    });
    return recoveryCodes;
  };

  it("a right password makes a ticket only, and the second step makes the session of it", async () => {
    const [code = "", other = ""] = await turnOn();
    const browser = new Browser();
    expect((await browser.signIn()).location).toBe("/api/auth/error?error=mfa_required");
    expect([browser.isIn, browser.jar.has(ticketCookie(false).name), await rows()]).toEqual([false, true, 0]);
    expect((await browser.post("callback/factor", {})).location).toBe("/api/auth/error?error=invalid");
    expect((await browser.post("callback/factor", { code: "x" })).location).toBe("/api/auth/error?error=mfa_required");
    const stolen = new Browser();
    expect((await stolen.post("callback/factor", { code })).location).toBe("/api/auth/error?error=unauthenticated");
    expect((await browser.post("callback/factor", { code })).location).toBe("/admin");
    expect([browser.isIn, browser.jar.has(ticketCookie(false).name), await rows()]).toEqual([true, false, 1]);
    const dialog = new Browser();
    expect((await dialog.signIn({ authcode: other, callbackUrl: "/admin/tags" })).location).toBe("/admin/tags");
    expect([dialog.isIn, await rows()]).toEqual([true, 2]);
  });
});

describe("signing out by next-auth", () => {
  it("ends the session of this browser, with its token only", async () => {
    const [browser, other] = [new Browser(), new Browser()];
    for (const each of [browser, other]) await each.signIn();
    for (const csrfToken of ["", await other.token()])
      expect((await browser.ask("POST", "signout", { form: { csrfToken } })).location).toMatch(/^\/api\/auth\/signout/);
    expect([browser.isIn, await rows()]).toEqual([true, 2]);
    const { status, text } = await browser.post("signout", { callbackUrl: "/login", json: "true" });
    expect([status, JSON.parse(text)]).toEqual([200, { url: "/login" }]);
    expect([browser.isIn, await rows()]).toEqual([false, 1]);
    expect((await other.session()).user).toBeDefined();
  });
});
