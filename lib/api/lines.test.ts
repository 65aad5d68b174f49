import { beforeAll, describe, expect, it } from "vitest";
import { type Ability, can, roles, system, visitor } from "../core/access";
import type { Route } from "../doors/endpoint";
import { createLink } from "../features/links/mutations";
import { createMenu } from "../features/menus/mutations";
import { aCategory, aJournal, aPost, aSheet, aTag } from "../testing/factories";
import { aForm, aToken, call, logged } from "../testing/api";
import { freshDatabase } from "../testing/setup";
import { routes } from "./routes";

// Walks the route table once for each rule that all lines keep.

const tokens: Record<string, string> = {};
let ids: Record<string, string> = {};
let admin = "";

beforeAll(async () => {
  await freshDatabase();
  for (const role of roles) tokens[role] = (await aToken(role)).token;
  admin = tokens.ADMIN ?? "";
  const [post, category, tag, sheet, menu] = [
    await aPost(system),
    await aCategory(),
    await aTag(),
    await aSheet(),
    await createMenu(system, { name: "Menu", url: "/" }),
  ];
  // Both have the id 1, as the first records of their kinds.
  const [journal] = [await aJournal(), await createLink(system, { name: "Link", url: "https://example.org/" })];
  ids = {
    postId: String(post.id),
    sheetId: String(sheet.id),
    menuId: String(menu.id),
    id: String(journal.id),
    categoryId: String(category.id),
    tagId: String(tag.id),
    status: "PUBLISHED",
    state: "published",
    slug: post.slug,
    category: category.slug,
    tag: tag.slug,
    userId: "999",
    invitationId: "999",
    sessionId: "999",
    attachmentId: "999",
    photoId: "999",
  };
});

/** The line's path with existing records, or with `id` in place of every id. */
const filled = (route: Route, id?: string) =>
  route.path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => (name.endsWith("Id") || name === "id" ? id : undefined) ?? ids[name] ?? "999",
  );
const takesBody = ({ method }: Route) => method === "POST" || method === "PUT";
const lines = routes.map((route) => [`${route.method} ${route.path}`, route] as const);
/** Forms with files are tested in `lib/features/attachments/uploading.test.ts`. */
const bodied = lines.filter(([, route]) => takesBody(route) && !route.manner.upload && !route.manner.raw);
const withIds = lines.filter(([, route]) => /\{(\w+Id|id)\}/.test(route.path));
/** Installing is open to anyone while the site has no account; this site has one. */
const abilityOf = ({ operation }: Route): Ability =>
  operation.can === "install the site" ? "manage users" : operation.can;
const emptyBody = (route: Route) => (route.manner.items ? [] : {});
const someBody = (route: Route) =>
  route.manner.upload ? aForm() : takesBody(route) ? { title: "x", name: "x" } : undefined;
/** Signing out ends the token, so each of these calls needs a new one. */
const endsToken = (route: Route) => route.operation.title === "logOut";

describe.each(lines)("%s", (_line, route) => {
  it("without a token is open or asks for one", async () => {
    const { status, headers } = await call(route.method, filled(route), {
      body: takesBody(route) ? emptyBody(route) : undefined,
    });
    expect(status === 401).toBe(!can(visitor, abilityOf(route)));
    expect([status, headers.get("www-authenticate")]).toEqual([status, status === 401 ? "Bearer" : null]);
  });

  it("with a bad token is refused, never answered as to a stranger", async () => {
    for (const authorization of [
      "Bearer x",
      "Bearer ",
      "Bearer",
      "Basic eDp5",
      `Bearer ${"x".repeat(600)}`,
      "x",
      `Bearer ${admin}x`,
      `Bearer ${admin} ${admin}`,
      "",
    ]) {
      const { status, json } = await call(route.method, filled(route), {
        headers: { authorization },
        body: takesBody(route) ? emptyBody(route) : undefined,
      });
      expect([authorization, status, status === 401 ? json.code : undefined]).toEqual([
        authorization,
        route.operation.can === "sign in" ? 400 : 401,
        route.operation.can === "sign in" ? undefined : "unauthenticated",
      ]);
    }
  });

  it.each(roles)("is for %s as the access table says", async (role) => {
    const token = endsToken(route) ? (await aToken(role)).token : tokens[role];
    const { status } = await call(route.method, filled(route, "999"), {
      token,
      body: takesBody(route) ? emptyBody(route) : undefined,
    });
    const mayCall = can({ ...visitor, id: 1, role }, abilityOf(route));
    expect([role, status === 403]).toEqual([role, !mayCall]);
    expect(status).not.toBe(401);
    expect(status).toBeLessThan(500);
  });

  it("is never kept by anybody in the admin group", async () => {
    const { headers } = await call(route.method, filled(route), {
      token: endsToken(route) ? (await aToken("SUBSCRIBER")).token : (tokens.EDITOR ?? ""),
      body: takesBody(route) ? { nothing: 1 } : undefined,
    });
    expect(headers.get("cache-control")).toBe(
      route.path.startsWith("/admin/") ? "no-store" : headers.get("cache-control"),
    );
  });

  it("ignores query names it does not know", async () => {
    const plain = await call(route.method, filled(route, "999"), {
      body: takesBody(route) ? emptyBody(route) : undefined,
    });
    const noisy = await call(route.method, `${filled(route, "999")}?utm_source=x&_=1&__proto__=x&constructor=y`, {
      body: takesBody(route) ? emptyBody(route) : undefined,
    });
    expect([noisy.status, noisy.json.code, noisy.json.errors]).toEqual([
      plain.status,
      plain.json.code,
      plain.json.errors,
    ]);
  });

  it("is known under other methods, which it refuses by 405 and Allow", async () => {
    const own = routes.filter(({ path }) => path === route.path).map(({ method }) => method);
    const allow = [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "PROPFIND"].filter(
      (each) => !own.includes(each as never),
    )) {
      const { status, headers, json } = await call(method, filled(route));
      expect([method, status, json.code, headers.get("allow")]).toEqual([method, 405, "method_not_allowed", allow]);
    }
    const { status, headers, text } = await call("OPTIONS", filled(route));
    expect([status, headers.get("allow"), text]).toEqual([204, allow, ""]);
  });
});

describe.each(bodied)("%s", (_line, route) => {
  const fresh = async () => (endsToken(route) ? (await aToken("ADMIN")).token : admin);

  it("names each field it does not know", async () => {
    for (const field of ["unknownField", "__proto__", "constructor", "isAdmin"]) {
      const body = JSON.parse(`{"${field}":{"title":"x"}}`) as unknown;
      const { status, json } = await call(route.method, filled(route), {
        token: await fresh(),
        body: route.manner.items ? `[${JSON.stringify(body)}]` : JSON.stringify(body),
      });
      expect([status, json.code]).toEqual([400, "invalid"]);
      // A list of ids has no fields, so its item is of the wrong type instead.
      const expected = [
        { field: route.manner.items ? `0.${field}` : field, code: "unknown" },
        ...(route.manner.items ? [{ field: "0", code: "wrong_type" }] : []),
      ];
      expect(
        (json.errors as { field: string; code: string }[]).some((error) =>
          expected.some((each) => each.field === error.field && each.code === error.code),
        ),
      ).toBe(true);
    }
  });

  it("takes JSON only", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "text/json",
      "",
    ])
      expect([
        type,
        (
          await call(route.method, filled(route), {
            token: await fresh(),
            body: "{}",
            headers: { "content-type": type },
          })
        ).status,
      ]).toEqual([type, 415]);
    for (const encoding of ["gzip", "br", "deflate", "gzip, identity"])
      expect(
        (
          await call(route.method, filled(route), {
            token: await fresh(),
            body: "{}",
            headers: { "content-encoding": encoding },
          })
        ).json.code,
      ).toBe("unsupported_media");
  });

  it("refuses what is not JSON, not of the right kind, or too deep", async () => {
    const wrongKind = route.manner.items ? ["{}", "null", "7", '"x"'] : ["[]", "null", "7", '"x"', "true"];
    for (const body of ["{", "", " ", "{'a':1}", "{}x", "[1,]", "NaN", "\u0000", ...wrongKind].filter(
      (each) => each !== "",
    )) {
      const { status, json } = await call(route.method, filled(route), { token: await fresh(), body });
      expect([body, status, json.code]).toEqual([body, 400, "malformed"]);
    }
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    expect((await call(route.method, filled(route), { token: await fresh(), body: nested(33) })).json.code).toBe(
      "malformed",
    );
    expect(
      (await call(route.method, filled(route), { token: await fresh(), body: "[".repeat(100_000) })).json.code,
    ).toBe("malformed");
  });

  it("refuses a large body before it is read", async () => {
    const { status, json, headers } = await call(route.method, filled(route), {
      token: await fresh(),
      body: "{}",
      headers: { "content-length": "2097153" },
    });
    expect([status, json.code, headers.get("connection")]).toEqual([413, "too_large", "close"]);
  });
});

describe.each(bodied.filter(([, route]) => !can(visitor, abilityOf(route))))("%s", (_line, route) => {
  it("asks who it is before it reads the body", async () => {
    expect((await call(route.method, filled(route), { body: "{" })).status).toBe(
      route.operation.can === "install the site" ? 400 : 401,
    );
  });
});

describe.each(withIds)("%s", (_line, route) => {
  it("is nowhere for what cannot be an id", async () => {
    // Numbers of comments may be larger than others.
    const large = route.path.includes("{commentId}") ? "9007199254740992" : "2147483648";
    for (const id of [
      "0",
      "-1",
      "+1",
      "01",
      "1e0",
      "1.0",
      "7abc",
      "abc",
      "%201",
      "1%20",
      large,
      "9".repeat(30),
      "%00",
      "null",
      "%E0%A4%A",
      "0x1",
      "１",
    ]) {
      const { status, json } = await call(route.method, filled(route, id), { token: admin, body: someBody(route) });
      expect([id, status, json.code]).toEqual([id, 404, "not_found"]);
    }
    // The largest id: well-formed, and no record has it.
    const { status, json } = await call(route.method, filled(route, "2147483647"), {
      token: admin,
      body: someBody(route),
    });
    expect([404, 400]).toContain(status);
    expect(((json.errors ?? []) as { field: string }[]).filter(({ field }) => /Id$|^id$/.test(field))).toEqual([]);
  });
});

describe("addresses that are not in the table", () => {
  it.each([
    "/admin",
    "/admin/",
    "/nothing",
    "/admin/posts/1/nothing",
    "/admin/posts/1/2/3",
    "/content/posts/slug",
    "/Admin/posts",
    "/admin//posts",
    "/../api/admin/posts/x/y",
    "/admin/posts/1;x",
    "/%2e%2e/x",
  ])("%s is not there, whatever the method", async (path) => {
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"])
      expect([401, 404, 405]).toContain((await call(method, path)).status);
    expect((await call("GET", path, { token: admin })).status).toBe(404);
  });
});

it("nothing of this failed inside", () => expect(logged).toEqual([]));
