import { createHash } from "node:crypto";
import { Hono } from "hono";
import packageJson from "../../package.json";
import { can, type Actor } from "../core/access";
import { AppError, notFound } from "../core/errors";
import { engine } from "../core/operation";
import { noteReads } from "../core/tags";
import { bearerActor } from "../doors/bearer";
import { endpoint, type Received, type Reply } from "../doors/endpoint";
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

/** Hono finds the line of the table; the reply goes past it. */
const app = new Hono<{ Bindings: Client & { reply?: Reply } }>({ strict: false });
const passed = new Response(null);

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
    c.env.reply = await (key === null ? answer(actor, received) : once(actor, key, received, answer));
    return passed;
  });
}

const json = { "content-type": "application/json; charset=utf-8" };

app.get(`${base}/health`, async (c) => {
  try {
    await readOptions(engine().reader);
    c.env.reply = { status: 200, headers: { ...json, "cache-control": "no-store" }, body: JSON.stringify({ status: "ok", version: packageJson.version }) };
    return passed;
  } catch (error) {
    c.env.log(error);
    throw new AppError("unavailable", "The database cannot be read at the moment.");
  }
});

let document: string | undefined;
app.get(`${base}/openapi.json`, (c) => {
  c.env.reply = { status: 200, headers: { ...json, "cache-control": "public, max-age=0, must-revalidate" }, body: (document ??= JSON.stringify(openApi(routes, packageJson.version))) };
  return passed;
});

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
  c.env.reply = problemFrom(thrown, c.env.requestId);
  if (c.env.reply.status >= 500) c.env.log(thrown);
  return passed;
});

async function checkApiEnabled(actor: Actor): Promise<void> {
  if (can(actor, "be signed in")) return;
  noteReads(["site"]);
  if (!(await readOptions(engine().reader)).api_enabled) throw new AppError("forbidden", "The owner of this site has turned the public API off.");
}

const sha256 = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** Answers a repeated `Idempotency-Key` with the first answer instead of doing the work again. */
async function once(actor: Actor, sent: string, received: Received, answer: (actor: Actor, received: Received) => Promise<Reply>): Promise<Reply> {
  if (sent.length > 255) throw new AppError("invalid", "An Idempotency-Key may hold 255 characters at most.");
  const body = await received.request.clone().text();
  const key = sha256(String(actor.id ?? actor.ip), received.url.pathname + received.url.search, sent);
  const { state, answer: first } = await reserveKey(actor, { key, bodyHash: sha256(body) });
  if (state === "other") throw new AppError("conflict", "This Idempotency-Key was used with another body.");
  if (state === "running") throw new AppError("conflict", "The first request with this Idempotency-Key is still running.");
  if (first !== null) return JSON.parse(first) as Reply;
  try {
    const reply = await answer(actor, received);
    await keepAnswer(actor, { key, answer: JSON.stringify(reply) });
    return reply;
  } catch (error) {
    // A refusal may be corrected and sent again with the same key.
    await releaseKey(actor, { key });
    throw error;
  }
}

/** The JSON API as a function from request to reply; it never throws. */
export async function reply(request: Request, client: Client): Promise<Reply> {
  const seat: Client & { reply?: Reply } = { ...client };
  await app.fetch(request, seat);
  return seat.reply ?? problemFrom(notFound(), client.requestId);
}

/** The same with the platform's own kind of answer. */
export async function api(request: Request, client: Client): Promise<Response> {
  const { status, headers, body } = await reply(request, client);
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}
