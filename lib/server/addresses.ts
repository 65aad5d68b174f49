import type { IncomingHttpHeaders } from "node:http";
import { queryNamesAt } from "../api/app";
import { readScheme, personalCookies } from "./cookies";

/** Query names that pages read; all others are left out of what is kept and of what is rendered. */
const READ_BY_SEARCH = new Set(["keyword", "page"]);
/** By whatever can be commented on. */
const READ_BY_PAGES = new Set(["comments", "reply", "sent"]);

/** What the API says of itself, whatever is asked for. */
const API_DOCUMENTS = new Set(["/api/docs", "/api/openapi.json"]);

function readAt(path: string): ReadonlySet<string> {
  // The API's documents are lines without filters.
  if (isContentRead(path)) return queryNamesAt(path);
  if (path === "/search") return READ_BY_SEARCH;
  return READ_BY_PAGES;
}

/** First parts of paths that are somebody's own or change with every request. */
const PERSONAL = /^\/(admin|api|setup|login|register|set-password|scheme|preview|unsubscribe)(\/|$)/;

/** Whether an address is one of the site's public pages. */
export const isPublicPage = (path: string): boolean => !PERSONAL.test(path);

/** Whether what is at an address runs the framework's scripts, or is one: it answers there by itself while somebody develops. */
export const isOfFramework = (path: string): boolean =>
  /^\/(admin|api|setup|login|register|set-password|_[^/]*)(\/|$)/.test(path);

/** Whether the API's own router answers an address; next-auth's are Next's. */
export const isOfApi = (path: string): boolean =>
  path === "/api" || (path.startsWith("/api/") && !path.startsWith("/api/auth/"));

/** Whether an address is a public read of the API, the same for everybody. */
export const isContentRead = (path: string): boolean => path.startsWith("/api/content/") || API_DOCUMENTS.has(path);

/** Whether a request reads of the API what everybody gets who asks. */
export const isSharedRead = (method: string | undefined, path: string, headers: IncomingHttpHeaders): boolean =>
  (method === "GET" || method === "HEAD") &&
  isContentRead(path) &&
  isAnonymous(headers) &&
  headers.origin === undefined;

/** Whether a request shows nothing of who sends it, cookies apart. */
export const isAnonymous = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization === undefined && headers["x-content-password"] === undefined;

/** Whether an address is that of a search, however it is written: Next reads it in all these ways. */
export function isSearchPage(url: string): boolean {
  if (!URL.canParse(url, "http://localhost")) return false;
  const { pathname, searchParams } = new URL(url, "http://localhost");
  return (
    decodeURIComponent(pathname).replace(/\/$/, "") === "/search" && (searchParams.get("keyword") ?? "").trim() !== ""
  );
}

/** What is shown to somebody who searches too often. */
export const SEARCHED_TOO_OFTEN = "/search/busy";

/** Whether every part of a path can be read; Next fails over one that cannot, and nothing is there. */
export function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether an address is what it seems. Browsers resolve dots and backslashes before they ask; Next would do so behind
 * the desk, and come to another address than was looked at here.
 */
export const isResolved = (url: string): boolean => {
  const path = url.split("?", 1)[0] ?? "";
  return !url.includes("#") && !path.includes("\\") && !path.split("/").some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
};

/** Whether a path is spelled as ours are; Next reads each letter in its percent-encoding, too, so each path has countless others. */
export const isSpelledPlainly = (path: string): boolean =>
  path.split("/").every((part) => isReadable(part) && encodeURIComponent(decodeURIComponent(part)) === part);

/** The same address in its one canonical form: known query names only, sorted. */
export function canonical(url: string): string {
  const mark = url.indexOf("?");
  if (mark < 0) return url;
  const path = url.slice(0, mark);
  const read = readAt(path);
  const kept = [...new URLSearchParams(url.slice(mark + 1))]
    .filter(([name]) => read.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

/**
 * Which of the kept versions of a page this caller gets: "" where nothing distinguishes them, the
 * chosen colours where they chose, null where the page must be made for them alone.
 */
export function variantOf(cookie: string | undefined): ReturnType<typeof readScheme> | null {
  if (cookie === undefined) return "";
  return personalCookies.test(cookie) ? null : readScheme(cookie);
}
