import { readdirSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { addressHeader } from "./client-header";
import { comesFromAnotherSite, comesFromOutsideTheDashboard, markIfFromOutside } from "./page";

let head: Record<string, string> = {};
vi.mock("next/headers", () => ({ headers: async () => new Headers(head), cookies: async () => null }));

const comes = (given: Record<string, string>) => {
  head = { host: "site.example:8443", ...given };
  return comesFromAnotherSite();
};

it("a browser that says which site has led here is believed", async () => {
  for (const site of ["cross-site", "same-site"]) expect(await comes({ "sec-fetch-site": site })).toBe(true);
  for (const site of ["same-origin", "none"]) expect(await comes({ "sec-fetch-site": site })).toBe(false);
});

it("what follows a sign-in comes from where somebody came to the sign-in", async () => {
  const referer = "http://site.example:8443/login?next=%2Fadmin";
  const ways: Record<string, string>[] = [{ "sec-fetch-site": "same-origin" }, {}];
  for (const said of ways) {
    expect(await comes({ ...said, referer })).toBe(false);
    expect(await comes({ ...said, referer: `${referer}&outside=` })).toBe(true);
  }
});

it("without encryption whoever names no page of this site comes from outside", async () => {
  expect(await comes({ referer: "http://site.example:8443/admin" })).toBe(false);
  for (const referer of [
    "http://other.example/",
    "http://site.example/",
    "http://site.example:8443@other.example/",
    "x",
  ])
    expect(await comes({ referer })).toBe(true);
  expect(await comes({})).toBe(true);
});

it("a public page of this site leads into the dashboard from outside, since another site may have led there", async () => {
  const from = (referer: string, said: Record<string, string> = { "sec-fetch-site": "same-origin" }) => {
    head = { host: "site.example:8443", ...said, ...(referer && { referer }) };
    return comesFromOutsideTheDashboard();
  };
  const site = "http://site.example:8443";
  for (const path of ["/admin", "/admin/posts?page=2", "/login?next=%2Fadmin", "/setup", "/set-password?code=x"]) {
    expect(await from(site + path)).toBe(false);
    expect(await from(site + path, {})).toBe(false);
  }
  for (const path of ["/", "/archives/x", "/admins", "/api/docs", "/login?next=%2Fadmin&outside="])
    expect(await from(site + path)).toBe(true);
  // There the public page stands that says that nothing is there.
  for (const path of [
    "/login/x",
    "/register/x",
    "/set-password/x",
    "/setup/x",
    "/admin.md",
    "/admin/%ff",
    "/admin/x/%",
  ])
    expect(await from(site + path)).toBe(true);
  expect(await from("http://other.example/admin", { "sec-fetch-site": "cross-site" })).toBe(true);
  // Typed, or a bookmark.
  expect(await from("", { "sec-fetch-site": "none" })).toBe(false);
});

it("every page of the dashboard and of the sign-in leads into the dashboard from itself", async () => {
  const below = (folder: string) =>
    readdirSync(`app/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?:^|\/)page\.tsx$/.test(file) && !file.includes("[..."))
      .map((file) => `/${folder}/${file}`.replace("/(account)", "").replace(/\/page\.tsx$/, ""));
  const pages = [...below("admin"), ...below("(account)")].filter((path) => path !== "/setup/done");
  expect(pages.length).toBeGreaterThan(40);
  for (const page of pages) {
    const path = page.replaceAll(/\[\w+\]/g, "7");
    head = { host: "site.example", "sec-fetch-site": "same-origin", referer: `https://site.example${path}` };
    expect([path, await comesFromOutsideTheDashboard()]).toEqual([path, false]);
  }
});

it("a link that keeps to itself where it stands leads into the dashboard from outside, as far as can be told", async () => {
  head = { host: "site.example:8443", "sec-fetch-site": "same-origin" };
  expect(await comesFromOutsideTheDashboard()).toBe("unless reloaded");
});

const site = "https://site.example";
/** Where a page of the sign-in leads whoever comes to it so; undefined where it stays. */
async function leadsTo(asked: string, said: Record<string, string>): Promise<string | undefined> {
  head = { host: "site.example", "accept-language": "en", [addressHeader]: asked, ...said };
  const thrown: unknown = await markIfFromOutside().then(
    () => null,
    (error: unknown) => error,
  );
  return thrown === null ? undefined : (thrown as { digest: string }).digest.split(";")[2];
}

const others: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site", referer: "https://other.example/" },
  // A public page, to which another site may have led; a text of an author that does not say where it stands.
  { "sec-fetch-site": "same-origin", referer: `${site}/archives/x` },
  { "sec-fetch-site": "same-origin" },
  // A page of the sign-in to which somebody was led before.
  { "sec-fetch-site": "same-origin", referer: `${site}/login/forgot?outside=` },
  // Without encryption.
  {},
];

it("each page of the sign-in says in its address that somebody was led there, whatever else stands in it", async () => {
  for (const said of others) {
    expect(await leadsTo("/login", said)).toBe("/login?outside=");
    expect(await leadsTo("/login?error=x&next=%2Fadmin%2Fcomments", said)).toBe(
      "/login?error=x&next=%2Fadmin%2Fcomments&outside=",
    );
    for (const page of ["/login/factor", "/login/forgot", "/register", "/set-password?code=abc"])
      expect(await leadsTo(page, said)).toBe(`${page}${page.includes("?") ? "&" : "?"}outside=`);
    for (const page of ["/login?outside=", "/login/factor?next=%2Fadmin&outside=", "/setup", "/setup/done"])
      expect(await leadsTo(page, said)).toBeUndefined();
    expect(await leadsTo(`/login?next=${"%2Fadmin".repeat(300)}`, said)).toBe("/login?outside=");
  }
});

it("whoever chose the way to the sign-in, and every program, gets the page that was asked for", async () => {
  const own = { "sec-fetch-site": "same-origin" };
  for (const path of ["/admin/posts", "/login", "/login/forgot", "/register", "/set-password?code=abc"])
    expect(await leadsTo("/login?next=%2Fadmin", { ...own, referer: site + path })).toBeUndefined();
  expect(await leadsTo("/login", { "sec-fetch-site": "none" })).toBeUndefined();
  head = { host: "site.example", [addressHeader]: "/login" };
  await markIfFromOutside();
});
