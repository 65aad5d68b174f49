import { createHash } from "node:crypto";
import { embedHosts } from "../content/addresses";
import { env } from "../core/env";

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const scriptPreload = /<link\b[^>]*\brel="(?:preload|modulepreload)"[^>]*\bas="script"[^>]*>|<link\b[^>]*\bas="script"[^>]*\brel="(?:preload|modulepreload)"[^>]*>|<link\b[^>]*\brel="modulepreload"[^>]*>/g;

/** Data and rules a plain page keeps; everything else in it is the framework's. */
const isKept = (attributes: string) => /\btype="(application\/ld\+json|speculationrules)"/.test(attributes) || /\bsrc="\/site\.js[^"]*"/.test(attributes);

/** React stays on the server: its scripts, preloads, flight data and boundary marks leave a plain page. */
export const plain = (html: string): string =>
  html
    .replace(script, (all, attributes: string) => (isKept(attributes) ? all : ""))
    .replace(scriptPreload, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<div hidden=""><\/div>/g, "");

export const isPlain = (html: string): boolean => /<html\b[^>]*\bdata-plain\b/.test(html.slice(0, 2000));

/** Hosts that the sanitiser lets embeds come from. */
const frames = embedHosts.map((host) => `https://${host}`).join(" ");

/** A Content-Security-Policy that lets exactly this page's own inline scripts run. */
export function policyFor(html: string): string {
  const hashes = new Set<string>();
  for (const [, attributes = "", body = ""] of html.matchAll(script))
    if (body !== "" && !/\bsrc=/.test(attributes) && !/\btype="application\/(ld\+)?json"/.test(attributes)) hashes.add(`'sha256-${createHash("sha256").update(body).digest("base64")}'`);
  return [
    "default-src 'self'",
    `script-src 'self'${[...hashes].map((hash) => ` ${hash}`).join("")}${env.development ? " 'unsafe-eval' 'unsafe-inline'" : ""}`,
    `style-src 'self'${env.development ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data: https: http:",
    "media-src 'self' https: http:",
    `frame-src 'self' ${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "form-action 'self'",
  ].join("; ");
}

/** What every HTML answer carries beside its policy. */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ...(env.siteUrl?.startsWith("https:") ? [["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as const] : []),
];

/** One HTML page as it leaves the house. */
export function sealed(html: string): { html: string; policy: string } {
  const out = isPlain(html) && !env.development ? plain(html) : html;
  return { html: out, policy: policyFor(out) };
}
