import { IncomingMessage, ServerResponse, type RequestListener } from "node:http";
import { Socket } from "node:net";
import { renderContent } from "../services/rendering/renderer";
import { visitor } from "../core/access";
import { asOwnRequest } from "../core/own-request";
import { listPublicPosts } from "../features/writing/posts/queries";
import { listPublicTags } from "../features/taxonomy/tags/queries";
import type { Traffic } from "./traffic";

/** Posts whose pages are made before the first visitor comes, the newest. */
const POSTS = 12;

/** An address of a route, with "1" for each part that is a number or a name. */
const addressIn = (route: string): string => route.replace(/\[[^\]]*\]/g, "1");

/** Answers one address as if a browser had asked, to nobody. Its user agent is a program's, so no visit is counted. */
function answerNobody(answer: RequestListener, url: string): Promise<void> {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, {
    method: "GET",
    url,
    headers: { host: "localhost", accept: "text/html", "accept-encoding": "br", "user-agent": "broadsheet" },
  });
  req.push(null);
  const res = new ServerResponse(req);
  return new Promise((resolve) => {
    // An answer that fails half-way is closed instead of ended.
    res.once("close", resolve);
    res.end = (() => {
      resolve();
      return res;
    }) as typeof res.end;
    answer(req, res);
  });
}

/** How long the start waits for each kind of page to be made once, in milliseconds; what is left is made beside the first visitors. */
const PATIENCE_MS = 2_000;

/** Each page of the rest waits until nobody has asked for anything for the first, but never longer than the second. Milliseconds. */
const [QUIET_MS, LONGEST_MS] = [25, 1_000];

/** One of each kind, what visitors ask for first before the rest; then the other new posts. */
async function addresses(routes: readonly string[]): Promise<{ kinds: string[]; others: string[] }> {
  const [posts, tags] = await Promise.all([listPublicPosts(visitor, { size: POSTS }), listPublicTags(visitor, {})]);
  const [post] = posts.items;
  const found = [post, tags[0], post?.categories[0]].flatMap((record) => (record ? [record.url] : []));
  const lists = ["/feed.xml", "/sitemap.xml", "/search?keyword=a", "/api/content/posts", "/api/content/categories"];
  // Making them takes long, and would stand in the way of the first visitors.
  const documents = ["/api/docs", "/api/openapi.json"];
  const kinds = new Set(["/", ...found, ...lists, ...routes.map(addressIn), ...documents]);
  const others = posts.items.map(({ url }) => url).filter((url) => !kinds.has(url));
  return { kinds: [...kinds], others };
}

/**
 * Makes each kind of page, and one of each route, once before the server says that it serves: its programs are
 * loaded, its statements prepared, and what visitors ask for first is kept. The dashboard's pages are made as the program itself.
 * Answers a promise of what is left to make.
 */
export async function warmUp(
  answer: RequestListener,
  routes: readonly string[],
  traffic: Traffic,
  goesOn: () => boolean,
): Promise<{ rest: Promise<void> }> {
  const renderer = renderContent({
    editorType: "MARKDOWN",
    originalContent: "# Warm\n\n```js\nlet up;\n```",
    keepRaw: false,
  });
  // It is waited for with the rest; nobody would hear of an earlier failure.
  renderer.catch(() => undefined);
  const { kinds, others } = await addresses(routes);
  const make = async (url: string) => {
    const made = () => answerNobody(answer, url);
    await (url.startsWith("/admin") ? asOwnRequest(made) : made());
  };
  const moment = performance.now() + PATIENCE_MS;
  while (goesOn() && performance.now() < moment) {
    const url = kinds.shift();
    if (url === undefined) break;
    await make(url);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const makeRest = async () => {
    for (const url of [...kinds, ...others]) {
      if (goesOn()) await traffic.pause(QUIET_MS, LONGEST_MS);
      if (goesOn()) await make(url);
    }
  };
  return { rest: Promise.all([renderer, makeRest()]).then(() => undefined) };
}
