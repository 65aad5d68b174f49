import { postgres } from "../../db/dialect";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "../../app/api/[...path]/route";
import { routes } from "../api/routes";
import { env } from "../core/env";
import type { Route } from "../doors/endpoint";
import { flushCounts } from "../features/writing/counters";
import { createLink } from "../features/links/mutations";
import { createMenu } from "../features/menus/mutations";
import type { Role } from "../core/access";
import { createUser } from "../features/accounts/users/mutations";
import { system } from "../testing/actors";
import { aForm, tokenOf } from "../testing/api";
import { openDesk } from "../testing/desk";
import { aCategory, aJournal, aPost, aSheet, aTag } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { STRANGERS_BODY } from "./bodies/boundary";

// Makes the same calls in the same order on two equal sites: one answers through the front desk, one through Next's
// route handler.

type Call = { method: string; path: string; headers?: Record<string, string>; body?: string | FormData };
type Answer = { call: string; status: number; headers: Record<string, string | null>; body: unknown };
type Door = (request: Request) => Promise<Response>;

const { trustProxy } = env;
beforeAll(() => {
  // Time stands still, so that both sites write the same dates.
  vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z"), toFake: ["Date"] });
  // Both get the caller's address in a header, since Next has no socket.
  env.trustProxy = 1;
});
afterAll(() => {
  vi.useRealTimers();
  env.trustProxy = trustProxy;
});

/** The compared headers; the rest concern the connection or the packing. */
const NAMES = [
  "content-type",
  "cache-control",
  "location",
  "link",
  "etag",
  "allow",
  "retry-after",
  "x-total-count",
  "www-authenticate",
  "x-content-type-options",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "content-security-policy",
];

/** Random for each answer or record, so never equal. */
const DRAWN = new Set([
  "requestId",
  "accessToken",
  "refreshToken",
  "token",
  "code",
  "secret",
  "mfaKey",
  "otpauthUrl",
  "qrImage",
]);
const withoutDrawn = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, each: unknown) => {
    if (DRAWN.has(name) && typeof each === "string" && !/^[a-z_]+$/.test(each)) return "drawn";
    return typeof each === "string"
      ? each
          .replace(/^(\/uploads\/\d+\/\d+\/)\w+/, "$1…")
          .replace(/\b192\.0\.2\.\d\b/, "here")
          .replace(/^(broadsheet-export-)[\w-]+/, "$1…")
      : each;
  });

async function answerOf({ method, path, headers = {}, body }: Call, door: Door, ip: string): Promise<Answer> {
  // Written once, so that both get the same bytes.
  const form = body instanceof FormData ? new Response(body) : null;
  const bytes = form ? Buffer.from(await form.arrayBuffer()) : body === undefined ? null : Buffer.from(body as string);
  const type = form?.headers.get("content-type") ?? "application/json";
  const response = await door(
    new Request(`http://localhost/api${path}`, {
      method,
      headers: {
        ...(bytes && { "content-type": type, "content-length": String(bytes.byteLength) }),
        "accept-encoding": "identity",
        "x-forwarded-for": ip,
        ...headers,
      },
      ...(bytes && { body: bytes }),
      redirect: "manual",
    }),
  );
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return {
    call: `${method} ${path}`,
    status: response.status,
    headers: Object.fromEntries(NAMES.map((name) => [name, response.headers.get(name)])),
    body: isJson && text !== "" ? withoutDrawn(JSON.parse(text)) : text,
  };
}

/** Through Next: the handler of the method, as the file exports it. */
const handlers: Record<string, Door> = { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT };
const byHandler: Door = (request) => handlers[request.method]?.(request) ?? Promise.reject(new Error(request.method));

/** Through the front desk: over HTTP. */
const byDeskAt =
  (port: number): Door =>
  async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? undefined : await request.arrayBuffer();
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
      ...(body && { body }),
    });
  };

/** The access token of a new account, with the same name on both sites. */
async function aTokenOf(role: Role): Promise<string> {
  const username = role.toLowerCase();
  const email = `${username}@example.org`;
  const user = await createUser(system, {
    username,
    nickname: role,
    email,
    password: "correct horse",
    role,
    title: "x",
  });
  return tokenOf(user.id);
}

/** A site with one record of each kind; returns an administrator's token and the ids. */
async function aSite() {
  await freshDatabase();
  const [token, reader] = [await aTokenOf("ADMIN"), await aTokenOf("SUBSCRIBER")];
  const post = await aPost(system, { title: "A post", slug: "a-post", createTime: Date.now() - 3_600_000 });
  const [category, tag] = [await aCategory({ name: "Engines" }), await aTag("Looms")];
  const sheet = await aSheet(system, { title: "About", slug: "about" });
  const menu = await createMenu(system, { name: "Menu", url: "/" });
  const [journal] = [
    await aJournal(system, { sourceContent: "A day." }),
    await createLink(system, { name: "Link", url: "https://example.org/" }),
  ];
  const ids: Record<string, string> = {
    postId: String(post.id),
    sheetId: String(sheet.id),
    menuId: String(menu.id),
    id: String(journal.id),
    categoryId: String(category.id),
    tagId: String(tag.id),
    status: "PUBLISHED",
    slug: post.slug,
    category: category.slug,
    tag: tag.slug,
  };
  return { token, reader, ids };
}
type Site = Awaited<ReturnType<typeof aSite>>;

const deep = `${'{"a":'.repeat(40)}1${"}".repeat(40)}`;

/** Every kind of call of a line, refused and answered. */
function callsOf({ method, path, manner }: Route, { token, reader, ids }: Site): Call[] {
  const here = path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? "999");
  const nobody = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    /Id$|^id$/.test(name) ? "999" : (ids[name] ?? "x"),
  );
  const authorization = `Bearer ${token}`;
  const isWrite = method === "POST" || method === "PUT";
  const empty = manner.items ? "[]" : "{}";
  const of = (given: Partial<Call>): Call => ({ method, path: here, ...given });
  return [
    of(isWrite ? { body: empty } : {}),
    of({ headers: { authorization: "Bearer nothing" }, ...(isWrite && { body: empty }) }),
    of({ headers: { authorization: `Bearer ${reader}` }, ...(isWrite && { body: empty }) }),
    of({ method: "OPTIONS" }),
    of({
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": method },
    }),
    of({ method: "PATCH", headers: { authorization }, body: "{}" }),
    of({ path: nobody, headers: { authorization }, ...(isWrite && { body: empty }) }),
    of({
      path: `${nobody}?utm_source=x&size=2&page=0&size=1`,
      headers: { authorization },
      ...(isWrite && { body: empty }),
    }),
    of({ path: `${nobody}?${"a=1&".repeat(300)}`, ...(isWrite && { body: empty }) }),
    ...(method === "GET"
      ? [
          of({ path: `${here}?utm_source=x&size=2&page=0` }),
          of({ method: "HEAD" }),
          of({ headers: { authorization } }),
          of({ headers: { origin: "https://elsewhere.example" } }),
          of({ headers: { "if-none-match": "*" } }),
        ]
      : []),
    ...(isWrite && !manner.upload
      ? [
          of({ path: nobody, headers: { authorization }, body: "{" }),
          of({ path: nobody, headers: { authorization }, body: deep }),
          of({ path: nobody, headers: { authorization, "content-type": "text/plain" }, body: "{}" }),
          of({ path: nobody, headers: { authorization, "content-encoding": "gzip" }, body: "{}" }),
          of({ path: nobody, headers: { authorization }, body: '{"unknown":1}' }),
          of({ path: nobody, body: " ".repeat(STRANGERS_BODY + 1) }),
          of({ path: nobody, headers: { authorization: "Bearer nothing" }, body: " ".repeat(STRANGERS_BODY + 1) }),
          of({ path: nobody, headers: { authorization }, body: " ".repeat(2 * 1024 * 1024 + 1) }),
          of({ path: nobody, headers: { authorization, "idempotency-key": "k".repeat(256) }, body: empty }),
        ]
      : []),
    ...(manner.upload
      ? [
          of({ path: nobody, body: aForm() }),
          of({ path: nobody, headers: { authorization }, body: "{}" }),
          of({
            path: nobody,
            headers: { authorization, "content-type": "multipart/form-data; boundary=x" },
            body: "--x--",
          }),
          of({ path: nobody, headers: { authorization }, body: aForm("a.txt", "x", { unknown: "1" }) }),
        ]
      : []),
  ];
}

/** Successful calls: create, read, change, repeat, upload, delete. */
function worksOf({ token }: Site): Call[] {
  const authorization = `Bearer ${token}`;
  const once = { authorization, "idempotency-key": "the same" };
  const post = JSON.stringify({
    title: "Another",
    slug: "another",
    originalContent: "x".repeat(100_000),
    status: "PUBLISHED",
  });
  return [
    { method: "POST", path: "/admin/posts", headers: once, body: post },
    { method: "POST", path: "/admin/posts", headers: once, body: post },
    { method: "POST", path: "/admin/posts", headers: once, body: JSON.stringify({ title: "Other" }) },
    { method: "GET", path: "/content/posts?sort=createTime,desc&size=1&utm_source=x" },
    { method: "PUT", path: "/admin/posts/2", headers: { authorization, "if-match": '"1"' }, body: '{"title":"New"}' },
    { method: "PUT", path: "/admin/posts/2", headers: { authorization, "if-match": '"1"' }, body: '{"title":"Old"}' },
    { method: "GET", path: "/content/posts/2" },
    { method: "POST", path: "/admin/attachments", headers: { authorization }, body: aForm() },
    { method: "POST", path: "/admin/login", body: '{"username":"nobody","password":"wrong"}' },
    { method: "DELETE", path: "/admin/posts/2", headers: { authorization } },
    { method: "GET", path: "/content/posts/2" },
    { method: "GET", path: "/nowhere" },
    { method: "GET", path: "/health" },
    { method: "GET", path: "/openapi.json" },
    { method: "GET", path: "/docs" },
    { method: "GET", path: "" },
  ];
}

/** Walks the whole table through one door, on its own site. */
async function walk(door: Door, ip: string): Promise<Answer[]> {
  const site = await aSite();
  const answers: Answer[] = [];
  // Calls that end the token come last.
  const last = routes.filter(({ operation }) => operation.title === "logOut");
  const calls = [...routes.filter((route) => !last.includes(route)), ...last].flatMap((route) => callsOf(route, site));
  for (const call of [...worksOf(site), ...calls]) answers.push(await answerOf(call, door, ip));
  // Counters in memory belong to this site.
  await flushCounts();
  return answers;
}

// Some 5,500 calls, a minute on PGlite. Both doors lead to the same operations, whichever engine stores.
it.skipIf(postgres)(
  "every line of the table answers through Next's route handler as through the front desk",
  async () => {
    const desk = await openDesk();
    const [byDesk, byNext] = [await walk(byDeskAt(desk.port), "192.0.2.1"), await walk(byHandler, "192.0.2.2")];
    await desk.close();
    expect(byDesk.length).toBeGreaterThan(routes.length * 8);
    expect(new Set(byDesk.map(({ status }) => status))).toEqual(
      new Set([200, 201, 202, 204, 302, 304, 400, 401, 403, 404, 405, 409, 412, 413, 415]),
    );
    expect(byNext).toHaveLength(byDesk.length);
    // What is left on the disk changes from moment to moment.
    const unlike = byDesk.flatMap((each, n) =>
      each.call.startsWith("GET /admin/statistics/storage") || isDeepStrictEqual(each, byNext[n])
        ? []
        : [[each, byNext[n]]],
    );
    expect(unlike).toEqual([]);
  },
);
