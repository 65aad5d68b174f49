import { beforeAll, describe, expect, it } from "vitest";
import { createPersonalToken } from "../features/accounts/tokens/personal-tokens";
import { type Scope, scopes } from "../core/access";
import type { Route } from "../doors/endpoint";
import { anAdmin, anActor } from "../testing/actors";
import { call, logged } from "../testing/api";
import { freshDatabase } from "../testing/setup";
import { routes } from "./routes";

const tokens = {} as Record<Scope, string>;
let subscriber = "";

beforeAll(async () => {
  await freshDatabase();
  // A new token for each, since signing out elsewhere ends the others of the account.
  for (const scope of scopes)
    tokens[scope] = (await createPersonalToken(await anAdmin(), { name: scope, scopes: [scope] })).token;
  subscriber = (await createPersonalToken(await anActor("SUBSCRIBER"), { name: "x", scopes: ["admin"] })).token;
});

const isContent = ({ path }: Route) =>
  /^\/(content|admin\/(posts|sheets|journals|links|menus|photos|attachments|categories|tags))(\/|$)/.test(path);
/** Signing in ignores tokens; signing out would end the one in use. */
const walked = routes.filter(({ operation, path }) => operation.can !== "sign in" && path !== "/admin/logout");
/** Every line outside of content, so that new ones are included. */
const never = walked.filter(({ path }) =>
  /^\/admin\/(users|invitations|profile|tokens|options|mail|jobs|logs|webhooks)(\/|$)/.test(path),
);
const ask = (route: Route, token: string) =>
  call(route.method, route.path.replace(/\{\w+\}/g, "999"), {
    token,
    body: route.method === "POST" || route.method === "PUT" ? (route.manner.items ? [] : {}) : undefined,
  });

describe.each(walked.filter(isContent).map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s",
  (_line, route) => {
    it("is reached with the scope for it, and reading with that for writing, too", async () => {
      const allowed = scopes.map(async (scope) => [scope, (await ask(route, tokens[scope])).status !== 403]);
      // A like is counted in memory and writes nothing.
      const reads = route.operation.kind === "query";
      expect(await Promise.all(allowed)).toEqual([
        ["content:read", reads],
        ["content:write", true],
        ["admin", true],
      ]);
    });
  },
);

describe.each(never.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_line, route) => {
  it("is out of reach of content scopes", async () => {
    for (const scope of ["content:read", "content:write"] as const) {
      const { status, json } = await ask(route, tokens[scope]);
      expect([scope, status, json.detail]).toEqual([
        scope,
        403,
        expect.stringContaining("scopes of this access token"),
      ]);
    }
    // A token cannot make another one; the rest depends on the role.
    expect((await ask(route, tokens.admin)).status === 403).toBe(false);
  });
});

it("a scope never goes further than the role", async () => {
  expect((await call("GET", "/admin/profile", { token: subscriber })).status).toBe(200);
  for (const path of ["/admin/posts", "/admin/users", "/admin/options"])
    expect((await call("GET", path, { token: subscriber })).status).toBe(403);
});

it("nothing of this failed inside", () => expect(logged).toEqual([]));
