import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { TrieRouter } from "hono/router/trie-router";
import packageJson from "../../package.json";
import { type Actor, askerOf, authorize, isEditor, isSignedIn, system } from "../core/access";
import { env } from "../core/env";
import { AppError, isFault, notFound } from "../core/errors";
import { engine } from "../core/operation";
import { isOwnRequest } from "../core/own-request";
import { remembered } from "../core/remembered";
import { noteReads } from "../core/cache-keys";
import { bearerActor } from "../doors/bearer";
import { endpoint, queryNamesOf, type Reply, type Route } from "../doors/endpoint";
import { bytesOf } from "../doors/file-reply";
import { problemFrom } from "../doors/problem";
import { settingKeys } from "../core/settings";
import { receiveInTurn } from "../services/limits/receiving";
import { addressOf, readOptions } from "../services/settings/reading";
import type { Client } from "./client";
import { docs } from "./docs";
import { answerHealth, answerReady } from "./health";
import { once } from "./idempotency";
import { openApi, type Place } from "./openapi";
import { originHeaders, preflightHeaders } from "./origins";
import { routes } from "./routes";

export type Line = (
  request: Request,
  url: URL,
  params: Record<string, string>,
  client: Client,
) => Reply | Promise<Reply>;

const router = new TrieRouter<Line>();
/** Lines that receive files, which they read as a stream. */
const uploads = new Set<Line>();
/** The query names that each reading line depends on. */
const readBy = new Map<Line, ReadonlySet<string>>();
const at = (path: string) => `/api${path.replace(/\{(\w+)\}/g, ":$1")}`;

function lineOf(route: Route): Line {
  const answer = endpoint(route);
  const isPublic = route.path.startsWith("/content/");
  return async (request, url, params, client) => {
    const { headers } = request;
    const caller = {
      // Signing in needs no token, so an old one is ignored.
      authorization: route.operation.can === "sign in" ? null : headers.get("authorization"),
      contentPassword: headers.get("x-content-password"),
      userAgent: headers.get("user-agent"),
      ip: client.ip,
    };
    // Public answers are kept for all strangers, so they are never made in the name of the program itself.
    const isOwn = isOwnRequest() && route.method === "GET" && route.path.startsWith("/admin/");
    // Looking up a token has turns of its own, and whoever waits there must keep nobody else waiting.
    const actor = client.actor ?? (isOwn ? system : await bearerActor(caller));
    // What authors and readers ask of the dashboard may take half a second each. Editors are trusted, and wait for no turn.
    const isLimited = route.method === "GET" && isSignedIn(actor) && !isEditor(actor);
    const inTurn = isPublic || isLimited ? client.inTurn : undefined;
    const make = async (): Promise<Reply> => {
      if (isPublic) await checkApiEnabled(actor);
      const key = route.method === "POST" ? headers.get("idempotency-key") : null;
      // Operations that are no mutations, such as a like, count once however often they are sent, and keep no row.
      if (key === null || route.operation.kind === "query") return answer(actor, { request, url, params });
      authorize(actor, route.operation.can, route.operation.kind);
      return once(actor, key, route, { request, url, params }, answer);
    };
    if (route.manner.upload) return receiveInTurn(askerOf(actor), make);
    return inTurn ? inTurn(make) : make();
  };
}

async function checkApiEnabled(actor: Actor): Promise<void> {
  if (isSignedIn(actor)) return;
  noteReads(settingKeys("api_enabled"));
  if (!(await readOptions(engine().reader)).api_enabled)
    throw new AppError("forbidden", "The owner of this site has turned off the public API.");
}

const json = { "content-type": "application/json; charset=utf-8" };

/** Never taken from the Host header; where no address is set, the document uses its own. */
async function placeHere(): Promise<Place> {
  noteReads(settingKeys("site_url"));
  const options = await readOptions(engine().reader);
  const address = addressOf(options);
  return { address, server: env.siteUrl || options.site_url ? address : "/" };
}

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)];

/** Made once per address of the site, since it costs as much as dozens of pages, and kept as a tenth of its text. */
const madeOnce = (name: string, make: (place: Place) => Promise<Reply>): Line => {
  const made = { cacheKeys: settingKeys("site_url") };
  return async () => {
    const place = await placeHere();
    // By the address itself, which may have changed since it was read.
    const { body, ...rest } = await remembered(engine().reader, `${name} ${place.address}`, made, async () => {
      const answer = await make(place);
      return { ...answer, body: await packed(answer.body ?? "") };
    });
    return { ...rest, body: (await unpacked(body)).toString() };
  };
};

const answerDocument = madeOnce("the API's document", async (place) => ({
  status: 200,
  headers: { ...json, "cache-control": "public, max-age=0, must-revalidate" },
  body: JSON.stringify(await openApi(routes, packageJson.version, place)),
}));

const answerDocs = madeOnce("the API's page", async (place) =>
  docs(await openApi(routes, packageJson.version, place), place),
);

/** Redirects browsers to the pages about the API and names them to programs. */
const answerIndex: Line = () => ({
  status: 302,
  headers: { ...json, location: "/api/docs", "cache-control": "no-store" },
  body: JSON.stringify({ docs: "/api/docs", openapi: "/api/openapi.json", health: "/api/health", ready: "/api/ready" }),
});

/** Answers methods without a line: `OPTIONS` lists the path's methods, others get 405. */
function mount(path: string, methods: readonly string[]): void {
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  router.add("OPTIONS", at(path), () => ({ status: 204, headers: { allow: allow.join(", ") }, body: null }));
  router.add("ALL", at(path), () => {
    throw new AppError("method_not_allowed", `This address accepts only ${methods.join(", ")}.`, { allow });
  });
}

// Sorts literal parts before parameters, so that `/batch` is never taken for an id: "~" sorts after all letters.
const pattern = (path: string) => path.replace(/\{\w+\}/g, "~");
const paths = [...new Set(routes.map(({ path }) => path))].sort((a, b) => (pattern(a) < pattern(b) ? -1 : 1));
for (const path of paths) {
  const lines = routes.filter((route) => route.path === path);
  for (const route of lines) {
    const answer = lineOf(route);
    if (route.manner.upload || route.manner.raw) uploads.add(answer);
    if (route.method === "GET") readBy.set(answer, queryNamesOf(route));
    router.add(route.method, at(path), answer);
  }
  mount(
    path,
    lines.map(({ method }) => method),
  );
}
const indexes = ["", "/content"].map((path) => [path, answerIndex] as const);
for (const [path, line] of [
  ["/health", answerHealth],
  ["/ready", answerReady],
  ["/openapi.json", answerDocument],
  ["/docs", answerDocs],
  ...indexes,
] as const) {
  router.add("GET", at(path), line);
  mount(path, ["GET"]);
}

/** Decodes a part of an address; a part with a broken encoding matches nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notFound();
  }
}

/** The line for a method and path; the first registered match wins. */
function find(method: string, pathname: string) {
  return router.match(method === "HEAD" ? "GET" : method, pathname)[0][0];
}

/** Whether the request's line receives files. */
export const takesFiles = (method: string, pathname: string): boolean => {
  const found = find(method, pathname);
  return found !== undefined && uploads.has(found[0]);
};

const NONE: ReadonlySet<string> = new Set();

/** The query names that the line at this path depends on; others are ignored. */
export const queryNamesAt = (pathname: string): ReadonlySet<string> => {
  const found = find("GET", pathname);
  return (found && readBy.get(found[0])) ?? NONE;
};

/** The answer of the line at a request's address; refusals are thrown. */
export function answered(request: Request, client: Client): Reply | Promise<Reply> {
  const url = new URL(request.url);
  const found = find(request.method, url.pathname);
  if (!found) throw notFound();
  const [line, given] = found;
  const params = Object.fromEntries(Object.entries(given).map(([name, part]) => [name, decoded(String(part))]));
  return line(request, url, params, client);
}

/**
 * The JSON API as a function from request to reply; it never throws. A reply is a plain object, since making a
 * `Response` costs as much as a list.
 */
export async function reply(request: Request, client: Client): Promise<Reply> {
  const origin = request.headers.get("origin");
  let made: Reply;
  try {
    made = await answered(request, client);
  } catch (thrown) {
    made = problemFrom(thrown, client.requestId);
    if (isFault(thrown, made.status)) client.log(thrown);
  }
  const shown = origin === null ? {} : await originHeaders(origin);
  // Keeps browsers from guessing another type.
  const headers = {
    ...made.headers,
    "x-content-type-options": "nosniff",
    ...shown,
    ...("access-control-allow-origin" in shown && preflightHeaders(request, made)),
  };
  if (request.method === "HEAD") return { status: made.status, headers, body: null };
  return { ...made, headers };
}

/** The same with a `Response`. */
export async function api(request: Request, client: Client): Promise<Response> {
  const { status, headers, body, file } = await reply(request, client);
  return new Response(file ? (Readable.toWeb(bytesOf(file)) as ReadableStream) : body, { status, headers });
}
