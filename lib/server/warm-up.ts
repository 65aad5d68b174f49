import { IncomingMessage, ServerResponse, type RequestListener } from "node:http";
import { Socket } from "node:net";
import { renderContent } from "../content/renderer";
import { visitor } from "../core/access";
import { asOwnRequest } from "../core/own-request";
import { listPublicPosts } from "../posts/queries";
import { listPublicTags } from "../tags/queries";
import { builtRoutes } from "./routes";
import type { Traffic } from "./traffic";

/** Posts whose pages are made before the first visitor comes, the newest. */
const POSTS = 12;

/** The address of each page of the build, with "1" for each part that is a number or a name. */
const builtAddresses = (): string[] =>
  builtRoutes({ pagesOnly: true }).map((route) => route.replace(/\[[^\]]*\]/g, "1"));

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

/** How long the start waits for it, in milliseconds; on a slow machine the rest is made beside the first visitors. */
const PATIENCE_MS = 1_500;

/** Each page of the rest waits until nobody has asked for anything for the first, but never longer than the second. Milliseconds. */
const [QUIET_MS, LONGEST_MS] = [25, 1_000];

/** The newest posts, a tag and a category first, then every list and every page of the build. */
async function addresses(): Promise<string[]> {
  const [posts, tags] = await Promise.all([listPublicPosts(visitor, { size: POSTS }), listPublicTags(visitor, {})]);
  const found = [
    ...posts.items,
    ...tags.slice(0, 1),
    ...posts.items.flatMap((post) => post.categories).slice(0, 1),
  ].map((record) => record.url);
  const lists = ["/feed.xml", "/sitemap.xml", "/search?keyword=a", "/api/content/posts", "/api/content/categories"];
  const documents = ["/api/docs", "/api/openapi.json"];
  return [...new Set(["/", ...found, ...lists, ...builtAddresses(), ...documents])];
}

/**
 * Makes each kind of page once before the server says that it serves: its programs are loaded, its statements
 * prepared, and what visitors ask for first is kept. The dashboard's pages are made as the program itself.
 * Answers a promise of what is left to make.
 */
export async function warmUp(
  answer: RequestListener,
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
  const waiting = await addresses();
  const makeNext = async () => {
    const url = waiting.shift() as string;
    const made = () => answerNobody(answer, url);
    await (url.startsWith("/admin") ? asOwnRequest(made) : made());
  };
  const moment = performance.now() + PATIENCE_MS;
  while (waiting.length > 0 && goesOn() && performance.now() < moment) {
    await makeNext();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const makeRest = async () => {
    while (waiting.length > 0 && goesOn()) {
      await traffic.pause(QUIET_MS, LONGEST_MS);
      if (goesOn()) await makeNext();
    }
  };
  return { rest: Promise.all([renderer, makeRest()]).then(() => undefined) };
}
