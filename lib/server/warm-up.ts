import { IncomingMessage, ServerResponse, type RequestListener } from "node:http";
import { Socket } from "node:net";
import { renderContent } from "../content/renderer";
import { visitor } from "../core/access";
import { asOwnRequest } from "../core/own-request";
import { listPublicPosts } from "../posts/queries";
import { listPublicTags } from "../tags/queries";
import { builtRoutes } from "./routes";

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

/** The newest posts, a tag and a category first, then every list and every page of the build. */
async function addresses(): Promise<string[]> {
  const [posts, tags] = await Promise.all([listPublicPosts(visitor, { size: POSTS }), listPublicTags(visitor, {})]);
  const found = [
    ...posts.items,
    ...tags.slice(0, 1),
    ...posts.items.flatMap((post) => post.categories).slice(0, 1),
  ].map((record) => record.url);
  const lists = ["/feed.xml", "/sitemap.xml", "/search?keyword=a", "/api/content/posts", "/api/content/categories"];
  return [...new Set(["/", ...found, ...lists, ...builtAddresses()])];
}

/**
 * Makes each kind of page once before the server says that it serves: its programs are loaded, its statements
 * prepared, and what visitors ask for first is kept. The dashboard's pages are made as the program itself.
 * Answers a promise of what is left to make.
 */
export async function warmUp(answer: RequestListener, goesOn: () => boolean): Promise<{ rest: Promise<void> }> {
  const renderer = renderContent({
    editorType: "MARKDOWN",
    originalContent: "# Warm\n\n```js\nlet up;\n```",
    keepRaw: false,
  });
  const waiting = await addresses();
  const makeUntil = async (moment: number) => {
    for (
      let url = waiting.shift();
      url !== undefined && goesOn();
      url = performance.now() < moment ? waiting.shift() : undefined
    ) {
      const made = () => answerNobody(answer, url as string);
      await (url.startsWith("/admin") ? asOwnRequest(made) : made());
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await makeUntil(performance.now() + PATIENCE_MS);
  return { rest: Promise.all([renderer, makeUntil(Number.POSITIVE_INFINITY)]).then(() => undefined) };
}
