import { createHash } from "node:crypto";
import { type Handler, Hono } from "hono";
import packageJson from "../../package.json";
import { type Actor, authorize, can } from "../core/access";
import { AppError, notFound } from "../core/errors";
import { engine } from "../core/operation";
import { noteReads } from "../core/tags";
import { bearerActor } from "../doors/bearer";
import { endpoint, type Received, type Route } from "../doors/endpoint";
import { hasBody, readText } from "../doors/json-body";
import { problemFrom } from "../doors/problem";
import { keepAnswer, releaseKey, reserveKey } from "../idempotency/mutations";
import { readOptions } from "../options/queries";
import { openApi } from "./openapi";
import { withOrigin } from "./origins";
import { routes } from "./routes";

/** What the front desk knows of a request that the request itself cannot say. */
export type Client = { ip: string | null; requestId: string; log: (error: unknown) => void };

const base = "/api";
const honoPath = (path: string) => base + path.replace(/\{(\w+)\}/g, ":$1");

const app = new Hono<{ Bindings: Client }>({ strict: false });

// Whatever is answered is what it says it is.
app.use(async (c, next) => {
  await next();
  c.res.headers.set("x-content-type-options", "nosniff");
});

function answerLine(route: Route): void {
  const answer = endpoint(route);
  app.on(route.method, honoPath(route.path), async (c) => {
    const { headers } = c.req.raw;
    const actor = await bearerActor({
      // Whoever signs in has no token yet; an old one sent along is not looked at.
      authorization: route.operation.can === "sign in" ? null : headers.get("authorization"),
      contentPassword: headers.get("x-content-password"),
      userAgent: headers.get("user-agent"),
      ip: c.env.ip,
    });
    if (route.path.startsWith("/content/")) await checkApiEnabled(actor);
    const received = { request: c.req.raw, url: new URL(c.req.url), params: c.req.param() };
    const key = route.method === "POST" ? headers.get("idempotency-key") : null;
    if (key === null) return answer(actor, received);
    authorize(actor, route.operation.can);
    return once(actor, key, received, answer);
  });
}

const answerHealth: Handler<{ Bindings: Client }> = async (c) => {
  try {
    await readOptions(engine().reader);
    return c.json({ status: "ok", version: packageJson.version }, 200, { "cache-control": "no-store" });
  } catch (error) {
    c.env.log(error);
    throw new AppError("unavailable", "The database cannot be read at the moment.");
  }
};

let document: string | undefined;
const answerDocument: Handler<{ Bindings: Client }> = (c) =>
  c.body((document ??= JSON.stringify(openApi(routes, packageJson.version))), 200, { "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=0, must-revalidate" });

/** What a path answers to methods it has no line for: `OPTIONS` says which it has, the others are 405. */
function mount(path: string, methods: readonly string[]): void {
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  app.options(honoPath(path), () => new Response(null, { status: 204, headers: { allow: allow.join(", ") } }));
  app.all(honoPath(path), () => {
    throw new AppError("method_not_allowed", `This address answers ${methods.join(", ")} only.`, { allow });
  });
}

// Literal parts before parameters, path by path, so that `/batch` is never taken for an id: "~" sorts after all letters.
const pattern = (path: string) => path.replace(/\{\w+\}/g, "~");
const paths = [...new Set(routes.map(({ path }) => path))].sort((a, b) => (pattern(a) < pattern(b) ? -1 : 1));
for (const path of paths) {
  const lines = routes.filter((route) => route.path === path);
  for (const route of lines) answerLine(route);
  mount(path, lines.map(({ method }) => method));
}
for (const [path, answer] of [["/health", answerHealth], ["/openapi.json", answerDocument]] as const) {
  app.get(base + path, answer);
  mount(path, ["GET"]);
}

app.notFound(() => {
  throw notFound();
});

app.onError((thrown, c) => {
  const { status, headers, body } = problemFrom(thrown, c.env.requestId);
  if (status >= 500) c.env.log(thrown);
  return new Response(body, { status, headers });
});

async function checkApiEnabled(actor: Actor): Promise<void> {
  if (can(actor, "be signed in")) return;
  noteReads(["site"]);
  if (!(await readOptions(engine().reader)).api_enabled) throw new AppError("forbidden", "The owner of this site has turned the public API off.");
}

const sha256 = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** Answers a repeated `Idempotency-Key` with the first answer instead of doing the work again. */
async function once(actor: Actor, sent: string, received: Received, answer: (actor: Actor, received: Received) => Promise<Response>): Promise<Response> {
  if (sent.length > 255) throw new AppError("invalid", "An Idempotency-Key may hold 255 characters at most.");
  const { method, headers: sentHeaders } = received.request;
  const body = hasBody(received.request) ? await readText(received.request) : "";
  // Read once and sent on: of a cloned stream that is refused half-way neither half would ever end.
  const again = { ...received, request: new Request(received.url, { method, headers: sentHeaders, ...(body !== "" && { body }) }) };
  const key = sha256(String(actor.id ?? actor.ip), received.url.pathname + received.url.search, sent);
  const { state, answer: first } = await reserveKey(actor, { key, bodyHash: sha256(body) });
  if (state === "other") throw new AppError("conflict", "This Idempotency-Key was used with another body.");
  if (state === "running") throw new AppError("conflict", "The first request with this Idempotency-Key is still running.");
  if (first !== null) {
    const { status, headers, body: kept } = JSON.parse(first) as { status: number; headers: Record<string, string>; body: string };
    return new Response(kept === "" ? null : kept, { status, headers });
  }
  try {
    const response = await answer(actor, again);
    const text = await response.text();
    const headers = Object.fromEntries(response.headers);
    await keepAnswer(actor, { key, answer: JSON.stringify({ status: response.status, headers, body: text }) });
    return new Response(text === "" ? null : text, { status: response.status, headers });
  } catch (error) {
    // A refusal may be corrected and sent again with the same key.
    await releaseKey(actor, { key });
    throw error;
  }
}

/** The JSON API as a function from request to answer; it never throws. */
export const api = (request: Request, client: Client): Promise<Response> => withOrigin(request, async () => app.fetch(request, client));
