import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createPersonalToken } from "../features/accounts/tokens/personal-tokens";
import { system } from "../core/access";
import type { Route } from "../doors/endpoint";
import { anActor } from "../testing/actors";
import { aForm, type Answer, aToken, call } from "../testing/api";
import { aPost, aSheet } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { exampleOf } from "./bodies";
import { routes } from "./routes";

// Brings about every answer that the OpenAPI document describes.

type Json = Record<string, unknown>;
type Line = {
  parameters?: { name: string; in: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json; examples?: { Example: { value: unknown } } }> };
  responses: Record<string, Json>;
};
type Ask = (
  path?: string,
  more?: { body?: unknown; headers?: Record<string, string>; token?: string | undefined },
) => Promise<Answer>;

const NOBODY = "2147483647";
const tokens: Record<string, string> = {};
let paths: Record<string, Record<string, Line>> = {};
let present: Record<string, string> = {};
/** By path: what changes a record that somebody else has changed or moved by now. */
let outdated: Record<string, { path?: string; body?: unknown; headers?: Record<string, string> }> = {};

beforeAll(async () => {
  await freshDatabase();
  const admin = await aToken("ADMIN");
  tokens.ADMIN = admin.token;
  // A token of somebody with a small role, with a scope for reading only.
  tokens.narrow = (
    await createPersonalToken(await anActor("SUBSCRIBER"), { name: "x", scopes: ["content:read"] })
  ).token;
  paths = (await call("GET", "/openapi.json")).json.paths as typeof paths;
  const [file] = (await call("POST", "/admin/attachments", { token: tokens.ADMIN, body: aForm() })).list;
  present = {
    postId: String((await aPost(system)).id),
    sheetId: String((await aSheet()).id),
    attachmentId: String(file?.id),
    userId: String(admin.id),
  };
  const idOf = async (path: string, body: Json) =>
    (await call("POST", path, { token: tokens.ADMIN, body })).json.id as number;
  const [menu, category, link] = [
    await idOf("/admin/menus", { name: "x", url: "/x" }),
    await idOf("/admin/categories", { name: "x" }),
    await idOf("/admin/links", { name: "x", url: "https://example.org/" }),
  ];
  const place = { parentId: null, priority: 1, from: { parentId: null, priority: 9 } };
  const aComment = (content: string) =>
    idOf("/admin/posts/comments", { author: "x", email: "x@example.org", content, postId: Number(present.postId) });
  // The examples name the first ones, which nobody shall find.
  for (const first of [await aComment("a"), await aComment("b")])
    await call("DELETE", `/admin/posts/comments/${first}`, { token: tokens.ADMIN });
  outdated = {
    "/admin/comments": { body: { parentId: await aComment("c"), content: "y", seen: "2020-01-01T00:00:00Z" } },
    "/admin/menus/places": { body: [{ id: menu, ...place }] },
    "/admin/categories/places": { body: [{ id: category, ...place }] },
    "/admin/journals/{id}": {
      path: `/admin/journals/${await idOf("/admin/journals", { sourceContent: "x" })}`,
      headers: { "if-match": '"99"' },
    },
    "/admin/links/{id}/place": {
      path: `/admin/links/${link}/place`,
      body: { step: "up", from: { team: "elsewhere", priority: 0 } },
    },
    "/admin/photos/{photoId}/place": {
      path: `/admin/photos/${await idOf("/admin/photos", { name: "P", url: "/p.jpg", thumbnail: "" })}/place`,
      body: { step: "later", from: { team: "elsewhere", priority: 0 } },
    },
  };
});

const documented = ({ method, path }: Route): Line => paths[`/api${path}`]?.[method.toLowerCase()] as Line;
const hasBody = ({ method }: Route) => method === "POST" || method === "PUT";
/** A path with these parts, and with unused ids for the rest. */
const filled = ({ path }: Route, given: Record<string, string> = {}) =>
  path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) =>
      given[name] ??
      { status: "PUBLISHED", state: "published", slug: "nothing", category: "nothing", tag: "nothing" }[name] ??
      NOBODY,
  );
/** The example body, with references to missing records. */
const bodyOf = (route: Route): unknown => {
  if (!hasBody(route)) return undefined;
  if (route.manner.upload) return aForm();
  const example = exampleOf(route);
  const missing = (item: object, i: number) =>
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [
        name,
        name === "id" || name === "postId" ? Number(NOBODY) - 1 - i : value,
      ]),
    );
  if (!route.manner.items) return missing(example ?? {}, 0);
  return ((example ?? []) as unknown[]).map((item, i) =>
    typeof item === "object" && item !== null ? missing(item, i) : Number(NOBODY) - 1 - i,
  );
};

const setOption = (key: string, value: string) =>
  call("PUT", "/admin/options/batch", { token: tokens.ADMIN, body: [{ key, type: "INTERNAL", value }] });
const setApi = (value: "true" | "false") => setOption("api_enabled", value);

/** Requests that bring about each refusal except faults of the server, as a caller who may use the line. */
const provoke: Record<string, (route: Route, ask: Ask) => Promise<Answer>> = {
  "400": async (route, ask) => {
    if (route.manner.raw)
      return ask(undefined, { body: Buffer.from("no archive"), headers: { "content-type": "application/zip" } });
    if (hasBody(route)) return ask(undefined, { body: route.manner.upload ? new FormData() : "{" });
    const { parameters = [] } = documented(route);
    for (const { name, in: place, schema } of parameters) {
      if (place === "path") continue;
      const value = place === "header" || JSON.stringify(schema).includes('"string"') ? "x".repeat(3000) : "x";
      const answer =
        place === "header"
          ? await ask(undefined, { headers: { [name]: value } })
          : await ask(`${filled(route, present)}?${name}=${value}`);
      if (answer.status === 400) return answer;
    }
    return ask();
  },
  "401": (route, ask) => ask(undefined, route.operation.can === "sign in" ? {} : { token: "bad" }),
  "403": async (route, ask) => {
    if (!route.path.startsWith("/content/")) return ask(undefined, { token: tokens.narrow });
    await setApi("false");
    const answer = await ask(undefined, { token: undefined });
    await setApi("true");
    return answer;
  },
  "404": (route, ask) =>
    ask(
      documented(route).parameters?.some(({ name }) => name === "ids") ? `${filled(route)}?ids=${NOBODY}` : undefined,
    ),
  "412": (route, ask) => {
    const { path = filled(route, present), ...more } = outdated[route.path] ?? { headers: { "if-match": '"99"' } };
    return ask(path, more);
  },
  "413": async (route, ask) => {
    await setOption("import_max_size", String(1024 * 1024));
    return ask(undefined, {
      body: route.manner.upload
        ? aForm("x.txt", Buffer.alloc(51 * 1024 * 1024, "x"))
        : `"${"x".repeat(2 * 1024 * 1024)}"`,
    });
  },
  "415": (route, ask) => ask(undefined, { body: "x", headers: { "content-type": "text/plain" } }),
};

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_line, route) => {
  it("answers what it is said to refuse", async () => {
    const ask: Ask = (path, more) =>
      call(route.method, path ?? filled(route), { token: tokens.ADMIN, body: bodyOf(route), ...more });
    const said = Object.keys(documented(route).responses).filter((status) => status in provoke);
    const answered: string[] = [];
    for (const status of said) answered.push(String((await provoke[status]?.(route, ask))?.status));
    expect(answered.join()).toBe(said.join());
  });

  it("takes its example as its schema is said to be", () => {
    for (const { schema, examples: shown } of Object.values(documented(route).requestBody?.content ?? {}))
      expect(
        shown ? (z.fromJSONSchema(schema as never).safeParse(shown.Example.value).error?.issues ?? []) : [],
      ).toEqual([]);
  });
});
