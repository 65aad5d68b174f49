import { IncomingMessage, ServerResponse, type RequestListener } from "node:http";
import { Socket } from "node:net";
import { managedLists, rehearsals } from "../api/rehearsal";
import { renderContent } from "../services/rendering/renderer";
import { visitor } from "../core/access";
import { AppError } from "../core/errors";
import { asOwnRequest } from "../core/own-request";
import { listPublicPosts } from "../features/writing/posts/queries";
import { listPublicTags } from "../features/taxonomy/tags/queries";
import type { Traffic } from "./observing/traffic";

/** The newest posts, whose pages are made before the first visitor comes. */
const POSTS = 12;

/** An address of a route, with "1" for each part that is a number or a name. */
const addressIn = (route: string): string => route.replace(/\[[^\]]*\]/g, "1");

/**
 * Requests one address as a browser would, discards the answer, and resolves to its status. Its user agent is a
 * program's, so no visit is counted.
 */
function answerNobody(answer: RequestListener, url: string): Promise<number> {
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
    res.once("close", () => resolve(res.statusCode));
    res.end = (() => {
      // What counts answers that are being sent waits for it.
      process.nextTick(() => res.emit("close"));
      return res;
    }) as typeof res.end;
    answer(req, res);
  });
}

/** Making these takes longest, the page longer than what it is made of. */
const documents = ["/api/openapi.json", "/api/docs"];

/** Whether an address is answered to signed-in readers only; no other answer of these is kept. */
const isManaged = (url: string): boolean => /^(\/api)?\/admin(\/|$)/.test(url);

/** Milliseconds after its begin at which the program says that it serves; what is not made by then is made beside. */
const SERVES_MS = 4_000;

/**
 * Each further page waits until no request has come for the first time, but never longer than the second. Milliseconds.
 */
const [QUIET_MS, LONGEST_MS] = [25, 1_000];

/**
 * The same for the documents. Their guide takes the renderer for as long as some hundred posts, and a post that is
 * saved meanwhile waits for it.
 */
const [CALM_MS, LONGEST_CALM_MS] = [500, 60_000];

/**
 * What somebody who is signed in opens first. It loads what all pages of the dashboard share: 190 ms of processor time
 * each, where the others took 10 to 120 and 45 on average. All of those would keep 27 MB, so they wait until somebody
 * opens them.
 */
const workplaces = (post: { id: number } | undefined): string[] => [
  "/admin/posts",
  `/admin/posts/${post?.id ?? "new"}`,
  "/admin",
];

/**
 * What visitors ask for most; one address of each other public route; the other new posts; and what somebody who is
 * signed in opens first.
 */
async function addresses(
  routes: readonly string[],
): Promise<Record<"visited" | "opened" | "others" | "newPosts", string[]>> {
  const [posts, { items: tags }] = await Promise.all([
    listPublicPosts(visitor, { size: POSTS }),
    listPublicTags(visitor, {}),
  ]);
  const [post] = posts.items;
  const found = [post, tags[0], post?.categories[0]].flatMap((record) => (record ? [record.url] : []));
  const lists = ["/feed.xml", "/sitemap.xml", "/search?keyword=a", "/api/content/posts", "/api/content/categories"];
  const visited = new Set(["/", ...found, ...lists]);
  const opened = workplaces(post);
  const others = [...new Set(routes.map(addressIn))].filter((url) => !visited.has(url) && !isManaged(url));
  const newPosts = posts.items.map(({ url }) => url).filter((url) => !visited.has(url));
  return { visited: [...visited], opened, others, newPosts };
}

/**
 * Makes what visitors ask for most, the workplaces, each list of the API and one page of each other route once before the
 * server says that it serves, and creates one of each kind, which is undone: programs are loaded, statements prepared, and
 * what visitors ask for first is kept. What only signed-in readers see is made as the program itself. Answers a promise of
 * what is left to make.
 */
export async function warmUp(
  answer: RequestListener,
  routes: readonly string[],
  traffic: Traffic,
  goesOn: () => boolean,
  patience = SERVES_MS - process.uptime() * 1000,
): Promise<{ rest: Promise<void> }> {
  const rendered = renderContent({
    editorType: "MARKDOWN",
    originalContent: "# Warm\n\n```js\nlet up;\n```",
    keepRaw: false,
  });
  // A slow machine may need longer for it than a text may take. That is no failure: the renderer is loaded then as well.
  const renderer = rendered.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
  // Awaited with the rest; an earlier rejection would be unhandled.
  renderer.catch(() => undefined);
  const { visited, opened, others, newPosts } = await addresses(routes);
  const making = (url: string) => async () => {
    const made = () => answerNobody(answer, url);
    const status = await (isManaged(url) ? asOwnRequest(made) : made());
    // A redirect to the sign-in renders nothing: the first person to ask would wait for the page.
    if (isManaged(url) && status >= 300 && status < 400) throw new Error(`${url} led elsewhere.`);
  };
  // The most expensive first: where time is too short for all, no first request has to make one of these.
  const steps = [...[...visited, ...opened].map(making), ...rehearsals, ...[...managedLists, ...others].map(making)];
  // A site whose disk is full serves nevertheless.
  const failures: unknown[] = [];
  const attempt = async (step: () => Promise<void>) => {
    await step().catch((error: unknown) => failures.push(error));
  };
  const moment = performance.now() + patience;
  while (goesOn() && performance.now() < moment) {
    const step = steps.shift();
    if (step === undefined) break;
    await attempt(step);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const makeRest = async () => {
    const makeWhen = async (made: readonly (() => Promise<void>)[], quiet: number, longest: number) => {
      for (const step of made) {
        if (goesOn()) await traffic.pause(quiet, longest);
        if (goesOn()) await attempt(step);
      }
    };
    await makeWhen([...steps, ...newPosts.map(making)], QUIET_MS, LONGEST_MS);
    await makeWhen(documents.map(making), CALM_MS, LONGEST_CALM_MS);
    if (failures.length > 0) throw new AggregateError(failures, "Something could not be made beforehand.");
  };
  return { rest: Promise.all([renderer, makeRest()]).then(() => undefined) };
}
