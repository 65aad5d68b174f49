import { ask, type Reply } from "./http";
import type { Server } from "./server";

type Page = { path: string; reply: Reply };

const hrefs = (html: string) =>
  [...html.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
const locations = (xml: string) =>
  [...xml.matchAll(/<(?:loc|link|guid)[^>]*>([^<]*)</g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));

/** Everything a stranger reaches from these addresses by the links of pages, feeds and site maps. */
export async function crawl(server: Server, from: readonly string[]): Promise<Page[]> {
  const seen = new Set<string>(from);
  const pages: Page[] = [];
  const queue = [...from];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const reply = await ask(server, path);
    pages.push({ path, reply });
    const type = reply.headers["content-type"] ?? "";
    const links = /html/.test(type) ? hrefs(reply.text) : /xml/.test(type) ? locations(reply.text) : [];
    if (reply.headers.location) links.push(reply.headers.location);
    for (const link of links) {
      if (!URL.canParse(link, server.url(path))) continue;
      const url = new URL(link, server.url(path));
      const next = url.pathname + url.search;
      if (url.origin !== server.origin || seen.has(next) || next.startsWith("/_next/")) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return pages;
}
