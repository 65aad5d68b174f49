import { ledTo } from "../../core/answer-head";
import type { ReadScope, Viewed } from "../../core/cache-keys";
import type { Rendered } from "./render";
import type { OwnerCode } from "./owner-code";
import { inertPolicy, secured, securityHeaders, transportHeaders } from "./page-policy";

/** Headers of Next's that are useless, or that the desk sets itself. */
const dropped = new Set([
  "cache-control",
  "x-powered-by",
  "vary",
  "x-nextjs-cache",
  "x-nextjs-prerender",
  "x-nextjs-stale-time",
  "content-security-policy",
  "x-content-type-options",
  // Says once more where a redirect leads, for browsers of long ago, however long that is.
  "refresh",
]);

/** Where a browser is led, and where the framework's scripts are. */
const leading = new Set(["location", "x-action-redirect"]);

/** A handler that failed says nothing; why it did is in the log. */
const FAILURE = Buffer.from("This page could not be created. Please try again later.\n");

const typeOf = ({ headers }: Pick<Rendered, "headers">) => headers.find(([name]) => name === "content-type")?.[1] ?? "";
const isHtml = (page: Pick<Rendered, "headers">): boolean => typeOf(page).startsWith("text/html");

/** What a delivery of this page counts as a view of; null for feeds and the like, which programs read. */
export const viewOf = (page: Rendered, { visitOf }: ReadScope): Viewed | null =>
  page.status === 200 && isHtml(page) ? (visitOf ?? "site") : null;

/**
 * What Next made, secured where it is a page, with the owner's code if it gets any, under this site's own headers. `site`:
 * its origin, where the page may have none.
 */
export async function finished(
  page: Rendered,
  cacheable: boolean,
  code: OwnerCode | null = null,
  site = "",
): Promise<Omit<Rendered, "headers" | "nonce"> & { headers: [string, string][] }> {
  const { status, body, nonce } = page;
  const headers = page.headers
    .filter(([name]) => !dropped.has(name))
    .map(([name, value]): [string, string] => [name, leading.has(name) ? ledTo(value) : value]);
  headers.push(["Cache-Control", cacheable ? "public, max-age=0, must-revalidate" : "no-store"]);
  if (!isHtml(page)) {
    const isFailure = status === 500 && body.byteLength === 0;
    if (isFailure) headers.push(["Content-Type", "text/plain; charset=utf-8"]);
    return {
      status,
      body: isFailure ? FAILURE : body,
      headers: [...headers, ["X-Content-Type-Options", "nosniff"], ["Content-Security-Policy", inertPolicy]],
    };
  }
  const { html, policy } = secured(body.toString("utf8"), nonce, code, site);
  return {
    status,
    body: Buffer.from(html),
    headers: [
      // In a page it only preloads what the framework would use.
      ...headers.filter(([name]) => name !== "content-type" && name !== "link"),
      ["Content-Type", "text/html; charset=utf-8"],
      ...[...securityHeaders, ...(await transportHeaders())].map(([name, value]): [string, string] => [name, value]),
      ["Content-Security-Policy", policy],
    ],
  };
}

/** Whether a form or action failed before anything of ours was called: what was sent could not be read. */
export const isMalformed = ({ status, body }: Rendered, { ran }: ReadScope): boolean =>
  (status === 500 || (status === 400 && body.byteLength === 0)) && !ran;
