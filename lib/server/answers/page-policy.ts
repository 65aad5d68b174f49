import { randomBytes } from "node:crypto";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { embedHosts } from "../../text/html/addresses";
import { env } from "../../core/env";
import { figureStyles } from "../../core/figure-styles";
import { inlineScripts } from "../../core/page-scripts";
import { ledTo } from "../../core/answer-head";
import { siteAddress } from "../../services/settings/reading";
import { hashOf, type OwnerCode, withCode } from "./owner-code";
import { plain } from "./plain";
import { reloadScript } from "./reloading";
import type { Whole } from "./sending";

/** Within so many characters a document's root element begins and ends its own tag. */
const ROOT = 256;

/** The attributes of a document's root element. */
function rootAttributes(html: string): Map<string, string> {
  const nodes: DefaultTreeAdapterTypes.ChildNode[] = parse(html.slice(0, ROOT)).childNodes;
  const root = nodes.find((node) => node.nodeName === "html");
  return new Map(root && "attrs" in root ? root.attrs.map(({ name, value }) => [name, value]) : []);
}

/** Hosts whose embeds the sanitiser allows. */
const frames = embedHosts.map((host) => `https://${host}`).join(" ");

/**
 * `hosts`: those that a script comes from do all that scripts do, and others what their element is for alone. `site`: this
 * site's origin, for a page that has none itself: there nothing is `'self'` to WebKit.
 */
function policyWith(
  scripts: readonly string[],
  styles: readonly string[],
  hosts: Partial<OwnerCode["hosts"]> = {},
  site = "",
) {
  const { script = [], style = [], frame = [] } = hosts;
  const self = site === "" ? "'self'" : `'self' ${site}`;
  const styled = [...new Set([...script, ...style])];
  const framed = [...new Set([...script, ...frame])];
  return [
    `default-src ${self}`,
    [
      `script-src ${self}`,
      ...script,
      ...scripts,
      ...(env.development ? ["'unsafe-eval'", "'unsafe-inline'"] : []),
    ].join(" "),
    [`style-src ${self}`, ...styled, ...styles, ...(env.development ? ["'unsafe-inline'"] : [])].join(" "),
    "img-src 'self' data: https: http:",
    "media-src 'self' https: http:",
    ["frame-src 'self'", frames, ...framed].join(" "),
    ...(styled.length > 0 ? ["connect-src", "font-src"].map((name) => [name, self, ...styled].join(" ")) : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "form-action 'self'",
  ].join("; ");
}

const ownScripts = inlineScripts.map(({ text }) => hashOf(text));

/** The hashes of the styles of figures that are in a page. While somebody develops, any style may be. */
const figuresIn = (page: string): string[] =>
  env.development
    ? []
    : [...figureStyles.get()()].flatMap(([name, css]) =>
        page.includes(`<style data-precedence="${name}"`) ? [hashOf(css)] : [],
      );

/** The policy of public pages, with what their owner's code needs, and the styles of the figures in this one. */
export const policyFor = (code: OwnerCode | null, figures: readonly string[] = [], site = ""): string =>
  policyWith([...ownScripts, ...(code?.scripts ?? [])], [...figures, ...(code?.styles ?? [])], code?.hosts, site);

/** A preview in a frame of the dashboard: it has no origin, so that its code reaches nothing of this site. */
export const previewPolicy = (ofPage: string): string =>
  `${ofPage.replace("form-action 'self'", "form-action 'none'")}; sandbox allow-scripts`;

/**
 * The policy where React runs: scripts with the nonce of this rendering, which authors of content cannot know. Styles
 * may be inline, since dialogs and the editor position themselves by them.
 */
export const dashboardPolicy = (nonce: string): string =>
  policyWith(env.development ? [] : [`'nonce-${nonce}'`], env.development ? [] : ["'unsafe-inline'"]);

/** The policy of other documents: a browser shows them, runs nothing, and gives them no origin. */
export const inertPolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** The policy of a page of words alone. It is no sandbox, in which a page could not ask again by itself. */
export const wordsPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** A nonce for one rendering. */
export const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * Headers of every HTML answer beside its policy. Without encryption, Firefox looks up the host of every link of a page,
 * also of those that strangers wrote, who would hear of it by the name servers of their hosts.
 */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["X-DNS-Prefetch-Control", "off"],
];

/**
 * Makes browsers use HTTPS only, where the site has such an address; they ignore it over HTTP. A stored address speaks
 * for its host alone, since its owner may not know about subdomains.
 */
export async function transportHeaders(): Promise<(readonly [string, string])[]> {
  if (!(await siteAddress()).startsWith("https:")) return [];
  return [["Strict-Transport-Security", `max-age=31536000${env.siteUrl === undefined ? "" : "; includeSubDomains"}`]];
}

/** An answer without a page that leads elsewhere, with the headers that pages have. */
export async function leadingTo(
  location: string,
  status: 301 | 302 | 303 | 307 | 308,
  caching: string,
  more: Record<string, string> = {},
): Promise<Whole> {
  const headers = [...securityHeaders, ...(await transportHeaders())];
  const own = { Location: ledTo(location), "Cache-Control": caching, "Content-Length": "0", ...more };
  return { status, headers: { ...own, ...Object.fromEntries(headers) }, body: null };
}

/**
 * Makes a page ready to be sent: plain where it is public, with its policy, rendered with this nonce. The owner's code is
 * added afterwards, so that it stands as it was written. `site`: this site's origin, where the page may have none.
 */
export function secured(
  html: string,
  nonce: string,
  code: OwnerCode | null = null,
  site = "",
): { html: string; policy: string } {
  if (!rootAttributes(html).has("data-plain")) return { html, policy: dashboardPolicy(nonce) };
  const page = env.development ? html + reloadScript : plain(html, nonce);
  return { html: code ? withCode(page, code) : page, policy: policyFor(code, figuresIn(page), site) };
}
