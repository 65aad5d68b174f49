import { readFileSync } from "node:fs";
import { IncomingMessage, ServerResponse, type RequestListener } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { renderContent } from "../content/renderer";
import { visitor } from "../core/access";
import { asOwnRequest } from "../core/own-request";
import { listPublicPosts } from "../posts/queries";
import { listPublicTags } from "../tags/queries";
import { isPublicPage } from "./addresses";

/** Posts whose pages are made before the first visitor comes, the newest. */
const POSTS = 12;

/** The address of each page of the build, with "1" for each part that is a number or a name. */
function builtAddresses(): string[] {
  const pages = Object.keys(JSON.parse(readFileSync(join(".next", "server", "app-paths-manifest.json"), "utf8")) as Record<string, string>);
  const addresses = pages.filter((page) => page.endsWith("/page") && !page.startsWith("/_")).map((page) => page.replace(/\/page$/, "").replace(/\/\([^)]*\)/g, "").replace(/\[[^\]]*\]/g, "1"));
  return addresses.map((address) => address || "/");
}

/** Answers one address as if a browser had asked, to nobody. */
function answerNobody(answer: RequestListener, url: string): Promise<void> {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method: "GET", url, headers: { host: "localhost", accept: "text/html", "accept-encoding": "br", "user-agent": "broadsheet" } });
  req.push(null);
  const res = new ServerResponse(req);
  return new Promise((resolve) => {
    res.end = (() => {
      resolve();
      return res;
    }) as typeof res.end;
    answer(req, res);
  });
}

/**
 * Makes each kind of page once before the server says that it serves: its programs are loaded, its statements
 * prepared, and what visitors ask for first is kept. The dashboard's pages are made as the program itself.
 */
export async function warmUp(answer: RequestListener): Promise<void> {
  const [posts, tags] = await Promise.all([listPublicPosts(visitor, { size: POSTS }), listPublicTags(visitor, {})]);
  const found = [...posts.items, ...tags.slice(0, 1), ...posts.items.flatMap((post) => post.categories).slice(0, 1)].map((record) => record.url);
  const lists = ["/feed.xml", "/sitemap.xml", "/search?keyword=a", "/api/content/posts", "/api/content/categories"];
  // Its worker starts beside the rest.
  const rendered = renderContent({ editorType: "MARKDOWN", originalContent: "# Warm\n\n```js\nlet up;\n```", keepRaw: false });
  for (const url of new Set([...builtAddresses(), ...lists, ...found.map(encodeURI)])) {
    const isDashboard = !isPublicPage(url) && url.startsWith("/admin");
    await (isDashboard ? asOwnRequest(() => answerNobody(answer, url)) : answerNobody(answer, url));
  }
  await rendered;
}
