import { createHash } from "node:crypto";
import { Hono } from "hono";
import packageJson from "../../package.json";
import { can, type Actor } from "../core/access";
import { AppError, notFound } from "../core/errors";
import { engine } from "../core/operation";
import { noteReads } from "../core/tags";
import { bearerActor } from "../doors/bearer";
import { endpoint, type Received } from "../doors/endpoint";
import { problemFrom } from "../doors/problem";
import { keepAnswer, releaseKey, reserveKey } from "../idempotency/mutations";
import { readOptions } from "../options/queries";
import { openApi } from "./openapi";
import { routes } from "./routes";

/** What the front desk knows of a request that the request itself cannot say. */
export type Client = { ip: string | null; requestId: string; log: (error: unknown) => void };

const base = "/api";
const honoPath = (path: string) => base + path.replace(/\{(\w+)\}/g, ":$1");

/** Literal parts before parameters, so that `/batch` is not taken for an id. */
const bySpecificity = [...routes].sort((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")) || b.path.split("/").length - a.path.split("/").length);

const app = new Hono<{ Bindings: Client }>({ strict: false });

// Whatever is answered is what it says it is.
app.use(async (c, next) => {
  await next();
  c.res.headers.set("x-content-type-options", "nosniff");
});

for (const route of bySpecificity) {
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
    return key === null ? answer(actor, received) : once(actor, key, received, answer);
  });
}

app.get(`${base}/health`, async (c) => {
  try {
    await readOptions(engine().reader);
    return c.json({ status: "ok", version: packageJson.version }, 200, { "cache-control": "no-store" });
  } catch (error) {
    c.env.log(error);
    throw new AppError("unavailable", "The database cannot be read at the moment.");
  }
});

let document: string | undefined;
app.get(`${base}/openapi.json`, (c) => c.body((document ??= JSON.stringify(openApi(routes, packageJson.version))), 200, { "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=0, must-revalidate" }));

// A known path with another method.
const methods = new Map<string, string[]>();
for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
for (const path of ["/health", "/openapi.json"]) methods.set(path, ["GET"]);
for (const [path, allowed] of [...methods].sort(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{"))))
  app.all(honoPath(path), () => {
    throw new AppError("method_not_allowed", `This address answers ${allowed.join(", ")} only.`, { allow: allowed.includes("GET") ? [...allowed, "HEAD"] : allowed });
  });

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
  const body = await received.request.clone().text();
  const key = sha256(String(actor.id ?? actor.ip), received.url.pathname + received.url.search, sent);
  const { state, answer: first } = await reserveKey(actor, { key, bodyHash: sha256(body) });
  if (state === "other") throw new AppError("conflict", "This Idempotency-Key was used with another body.");
  if (state === "running") throw new AppError("conflict", "The first request with this Idempotency-Key is still running.");
  if (first !== null) {
    const { status, headers, body: kept } = JSON.parse(first) as { status: number; headers: Record<string, string>; body: string };
    return new Response(kept === "" ? null : kept, { status, headers });
  }
  try {
    const response = await answer(actor, received);
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
export const api = (request: Request, client: Client): Promise<Response> => Promise.resolve(app.fetch(request, client));
