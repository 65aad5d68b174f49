import type { IncomingHttpHeaders } from "node:http";
import { queryNamesAt } from "../../api/app";
import { isPersonal } from "../../doors/personal-cookies";
import { readScheme } from "./cookies";

/** Query names that pages read; others are dropped before rendering and keeping. */
const READ_BY_SEARCH = new Set(["keyword", "category", "tag", "year", "page", "plain"]);
/** For every kind of page with comments. */
const READ_BY_PAGES = new Set(["comments", "reply", "sent", "comment", "edit", "plain"]);

/** Pages without comments, however many others of their kind there are. Below the first two, what has one more part is a text. */
const LISTS =
  /^\/(?:$|(?:archives|journals)(?:\/?$|\/[^/]+\/.)|(?:authors|cards|categories|fonts|icons|links|page|photos|sitemap|tags)(?:\/|$))/;
const READ_BY_LISTS = new Set(["plain"]);

/** The API's own documents, the same for every query. */
const API_DOCUMENTS = new Set(["/api/docs", "/api/openapi.json"]);

function readAt(path: string): ReadonlySet<string> {
  // The API's documents are lines without filters.
  if (isContentRead(path)) return queryNamesAt(path);
  if (path === "/search") return READ_BY_SEARCH;
  return LISTS.test(path) ? READ_BY_LISTS : READ_BY_PAGES;
}

/** First parts of paths that are personal or change with every request. */
const PERSONAL = /^\/(admin|api|setup|login|register|set-password|scheme|preview|unsubscribe|confirm)(\/|$)/;

/** Whether an address is a public page of the site. */
export const isPublicPage = (path: string): boolean => !PERSONAL.test(path);

/** Whether what is at an address runs the framework's scripts, or is one: it answers there by itself while somebody develops. */
export const isOfFramework = (path: string): boolean =>
  /^\/(admin|api|setup|login|register|set-password|_[^/]*)(\/|$)/.test(path);

/** Whether the API's own router answers an address; next-auth's are Next's. */
export const isOfApi = (path: string): boolean =>
  path === "/api" || (path.startsWith("/api/") && !path.startsWith("/api/auth/"));

/** Whether an address tells of the state of this server. */
export const isAboutServer = (path: string): boolean => path === "/api/health" || path === "/api/ready";

/** Whether an address is a public read of the API, the same for everybody. */
export const isContentRead = (path: string): boolean => path.startsWith("/api/content/") || isApiDocument(path);

/** Whether one of the API's own documents is at an address. */
export const isApiDocument = (path: string): boolean => API_DOCUMENTS.has(path);

/** Whether a method asks for something and changes nothing. */
export const isRead = (method: string | undefined): boolean => method === "GET" || method === "HEAD";

/** Whether a request reads a public answer of the API. */
export const isSharedRead = (method: string | undefined, path: string, headers: IncomingHttpHeaders): boolean =>
  isRead(method) &&
  isContentRead(path) &&
  // The documents are the same for everybody, whatever token or password comes with the request.
  (isAnonymous(headers) || isApiDocument(path));

/** Whether a request has no headers that identify its sender, cookies aside. */
export const isAnonymous = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization === undefined && headers["x-content-password"] === undefined;

/** Whether an address is a search, in any spelling that Next accepts. */
export function isSearchPage(url: string): boolean {
  if (!URL.canParse(url, "http://localhost")) return false;
  const { pathname, searchParams } = new URL(url, "http://localhost");
  // Of several the page reads one.
  const asksForWords = searchParams.getAll("keyword").some((keyword) => keyword.trim() !== "");
  return asksForWords && decodeURIComponent(pathname).replace(/\/$/, "") === "/search";
}

/** Whether a read of the API looks for words, which counts for whoever asks. */
export const isSearchOfApi = (url: string): boolean =>
  isContentRead(url) && new URL(url, "http://localhost").searchParams.getAll("keyword").some((word) => word !== "");

/** The page that says that nothing is there. */
export const NOWHERE = "/search/nothing";

/** The page for too many searches. */
export const SEARCHED_TOO_OFTEN = "/search/busy";

/** Whether every part of a path can be decoded; Next fails on others, and nothing is there. */
export function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether an address resolves to itself. Browsers resolve dots and backslashes before they ask; Next would do so behind
 * the desk, and reach another address than was checked here.
 */
export const isResolved = (url: string): boolean => {
  const path = url.split("?", 1)[0] ?? "";
  return !url.includes("#") && !path.includes("\\") && !path.split("/").some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
};

/**
 * Whether a path is spelled as ours are; Next also accepts any percent-encoding, so each path has countless spellings.
 */
export const isSpelledPlainly = (path: string): boolean =>
  path.split("/").every((part) => isReadable(part) && encodeURIComponent(decodeURIComponent(part)) === part);

/** Whether an address asks for a page without the owner's code, such as `/?plain` by an owner whose code broke the page. */
export const isPlainAsked = (url: string): boolean => {
  const mark = url.indexOf("?");
  return mark >= 0 && new URLSearchParams(url.slice(mark + 1)).has("plain");
};

/** The values that pages read from a query, by name; any other value counts as missing. */
const SAID: Readonly<Record<string, RegExp>> = {
  comments: /^[1-9]\d{0,6}$/,
  reply: /^[1-9]\d{0,8}$/,
  comment: /^[1-9]\d{0,14}$/,
  edit: /^[1-9]\d{0,14}$/,
  sent: /^(?:waiting|published)$/,
};

/** The canonical form of an address: known query names only, sorted, with values that its page can read. */
export function canonical(url: string): string {
  const mark = url.indexOf("?");
  if (mark < 0) return url;
  const path = url.slice(0, mark);
  const read = readAt(path);
  const given = new URLSearchParams(url.slice(mark + 1));
  // Of several with one name pages read the last; lists of the API may be sorted by several.
  const sent = isContentRead(path) ? [...given] : [...new Map(given)];
  const kept = sent
    // A form sends its empty fields, too.
    .filter(([name, value]) => read !== READ_BY_SEARCH || value !== "" || name === "plain")
    .filter(([name, value]) => read.has(name) && (read !== READ_BY_PAGES || (SAID[name]?.test(value) ?? true)))
    .map(([name, value]): [string, string] => [name, name === "plain" ? "" : value])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

/**
 * The version of a kept page for this caller: "" where nothing distinguishes them, the chosen colours where they chose,
 * null where the page must be made for them alone.
 */
export function variantOf(cookie: string | undefined, url: string): ReturnType<typeof readScheme> | null {
  if (cookie === undefined) return "";
  return isPersonal(cookie, url.split("?", 1)[0] ?? "/") ? null : readScheme(cookie);
}

/** Whether the picture that other sites show of a text is at an address. */
const isCard = (path: string): boolean => path.startsWith("/cards/");

/** Whether what is at an address is drawn by the child that also examines uploads: cards, and the site's icon in its sizes. */
export const isDrawn = (path: string): boolean => isCard(path) || path.startsWith("/icons/");

/**
 * Whether a page is made for its caller alone (`variant`: null) or under one of countless addresses, or is a card, whose
 * drawing costs more than several pages: made only so often for strangers.
 */
export const isMadeSparingly = (at: string, variant: ReturnType<typeof variantOf>): boolean =>
  variant === null || at.includes("?") || isCard(at) || !isPublicPage(at);

/** Below this, texts are answered as Markdown; others cannot ask there, where each text has countless spellings. */
const MARKDOWN = "/markdown/";

/** Whether a text as Markdown is at an address. */
export const isMarkdown = (path: string): boolean => path.startsWith(MARKDOWN);

/** Where a text is answered as Markdown, for its address with `.md` at the end; undefined for other addresses. */
function markdownAddress(url: string): string | undefined {
  const path = url.split("?", 1)[0] ?? "";
  if (!path.endsWith(".md") || !isPublicPage(path) || path.startsWith("/_") || path.startsWith("/uploads/")) return;
  const address = path.slice(0, -".md".length);
  if (!isReadable(address) || address.length <= 1) return;
  const plain = spelledPlainly(address);
  // Only a slug may have a percent sign: encoded twice, the folders above it have hundreds of spellings.
  return plain.slice(0, plain.lastIndexOf("/")).includes("%25") ? undefined : MARKDOWN + encodeURIComponent(plain);
}

/** A path in the spelling of our own addresses. */
const spelledPlainly = (path: string): string =>
  path
    .split("/")
    .map((part) => encodeURIComponent(decodeURIComponent(part)))
    .join("/");

/**
 * An address in the one spelling of ours. A page has countless others, and would be made anew for each. The API's router
 * knows this one alone, so that nothing here takes an address for another than the router does.
 */
function inOurSpelling(asked: string): string {
  const [path = ""] = asked.split("?", 1);
  if (isOfApi(path) && path.endsWith("/")) return path.slice(0, -1) + asked.slice(path.length);
  // The framework's own files have names of their own.
  if (!isPublicPage(path) || path.startsWith("/_") || isSpelledPlainly(path)) return asked;
  return spelledPlainly(path) + asked.slice(path.length);
}

/** Addresses without a page of their own, and what answers there. */
const standIns: Readonly<Record<string, string>> = { "/favicon.ico": "/icons/favicon" };

/** What browsers ask for as a part of a page (`Sec-Fetch-Dest`). */
const SUBRESOURCES = new Set([
  "audio",
  "embed",
  "font",
  "image",
  "manifest",
  "object",
  "script",
  "style",
  "track",
  "video",
]);

/**
 * Whether a browser asks for a part of a page. Without encryption none says so; what it takes for a picture tells, and
 * that it asks for the beginning of a film or a sound in bytes.
 */
const wantsSubresource = ({ "sec-fetch-dest": wanted, accept = "", range = "" }: IncomingHttpHeaders): boolean =>
  wanted === undefined ? accept.startsWith("image/") || range.startsWith("bytes=0-") : SUBRESOURCES.has(wanted);

/**
 * Whether a part of a page is asked for where none can be: what is there is a page that is made for each who asks, or for
 * one of countless queries. A text with hundreds of pictures that name one would have each of its readers ask for as many.
 */
export function isPageAskedAsSubresource(asked: string, headers: IncomingHttpHeaders): boolean {
  if (!wantsSubresource(headers) || !isReadable(asked.split("?", 1)[0] ?? "/")) return false;
  const address = inOurSpelling(asked);
  const path = address.split("?", 1)[0] ?? "/";
  return isSearchPage(address) || !(isPublicPage(path) || isOfApi(path)) || canonical(address).includes("?");
}

/** The address that answers in place of one, its own unless given. */
export function standInFor(asked: string): string {
  const address = inOurSpelling(asked);
  if (isMarkdown(address)) return NOWHERE;
  return standIns[address] ?? markdownAddress(address) ?? address;
}
