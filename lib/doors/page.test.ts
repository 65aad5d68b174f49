import { expect, it, vi } from "vitest";
import { comesFromAnotherSite, comesFromOutsideTheDashboard } from "./page";

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
  expect(await from("http://other.example/admin", { "sec-fetch-site": "cross-site" })).toBe(true);
  // Loaded anew; typed, or a bookmark.
  expect(await from("")).toBe(false);
  expect(await from("", { "sec-fetch-site": "none" })).toBe(false);
});
