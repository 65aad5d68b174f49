import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "../core/env";
import { transportHeaders } from "../server/answers/page-policy";
import { setOptions } from "../features/options/mutations";
import { system } from "../testing/actors";
import { freshDatabase } from "../testing/setup";
import { hostCookie, isSecure } from "./host-cookie";

const plain = { siteUrl: env.siteUrl, trustProxy: env.trustProxy };
beforeEach(freshDatabase);
afterEach(() => void Object.assign(env, plain));

const secure = (headers: Record<string, string>) => isSecure((name) => headers[name]);
const byHost = (host: string) => secure({ host });
const moveTo = (value: string) => setOptions(system, { items: [{ key: "site_url", value, type: "INTERNAL" }] });
const hsts = async () => (await transportHeaders()).map(([, value]) => value);

describe("cookies for HTTPS only", () => {
  it("follow the address in the settings, whatever host is asked for", async () => {
    env.siteUrl = "https://news.example";
    expect([await byHost("news.example"), await byHost("localhost:3000")]).toEqual([true, true]);
    env.siteUrl = "http://news.example";
    await moveTo("https://news.example");
    expect(await byHost("news.example")).toBe(false);
  });

  it("follow the stored address at its own host, from the moment on at which it is stored", async () => {
    expect(await byHost("news.example")).toBe(false);
    await moveTo("https://news.example/");
    expect([await byHost("news.example"), await byHost("NEWS.example")]).toEqual([true, true]);
    await moveTo("http://news.example");
    expect(await byHost("news.example")).toBe(false);
  });

  it.each([
    "localhost:3000",
    "127.0.0.1:3000",
    "192.168.1.5",
    "[::1]:3000",
    "nas",
    "www.news.example",
    "news.example:3000",
    "",
  ])("leave whoever comes by %s the way in", async (host) => {
    await moveTo("https://news.example");
    expect(await byHost(host)).toBe(false);
  });

  it("believe what proxies of ours say of host and scheme, and nobody else", async () => {
    await moveTo("https://news.example");
    const forwarded = { host: "app:3000", "x-forwarded-host": "news.example", "x-forwarded-proto": "https" };
    expect(await secure(forwarded)).toBe(false);
    env.trustProxy = 1;
    expect(await secure(forwarded)).toBe(true);
    expect(await secure({ ...forwarded, "x-forwarded-host": "news.example, evil.example" })).toBe(false);
    expect(await secure({ ...forwarded, "x-forwarded-proto": "http" })).toBe(false);
    expect(await secure({ host: "news.example" })).toBe(true);
  });

  it("are bound to their host", () => {
    expect(hostCookie(true, "unlock")).toMatchObject({ name: "__Host-unlock", options: { secure: true, path: "/" } });
    expect(hostCookie(false, "unlock")).toMatchObject({ name: "unlock", options: { secure: false } });
  });
});

describe("Strict-Transport-Security", () => {
  it("follows the address in force, and speaks for what lies below it only where the settings say the address", async () => {
    expect(await hsts()).toEqual([]);
    await moveTo("https://news.example");
    expect(await hsts()).toEqual(["max-age=31536000"]);
    env.siteUrl = "http://news.example";
    expect(await hsts()).toEqual([]);
    env.siteUrl = "https://news.example";
    expect(await hsts()).toEqual(["max-age=31536000; includeSubDomains"]);
  });
});
