import { Validator } from "@seriousme/openapi-schema-validator";
import type { Element } from "hast";
import { parseHtml } from "../text/html/parse-html";
import { visit } from "unist-util-visit";
import { beforeAll, describe, expect, it } from "vitest";
import { aForm, aToken, call } from "../testing/api";
import { aPng } from "../testing/pictures";
import { freshDatabase } from "../testing/setup";
import { guide } from "./guide";
import { routes } from "./routes";

beforeAll(async () => void (await freshDatabase()));

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate((await call("GET", "/openapi.json")).json);
    expect([valid, errors ?? [], validator.version]).toEqual([true, [], "3.1"]);
    // Proves that the checker finds faults.
    expect((await new Validator().validate({ openapi: "3.1.0", info: { title: "x" }, paths: {} })).valid).toBe(false);
  });

  it("says of every line who may call it", async () => {
    const { paths } = (await call("GET", "/openapi.json")).json as {
      paths: Record<string, Record<string, { description: string }>>;
    };
    expect(
      Object.values(paths)
        .flatMap((lines) => Object.values(lines))
        .filter(({ description }) => !/^(Open to anyone|Needs the role )/.test(description)),
    ).toEqual([]);
  });
});

describe("an example", () => {
  const described = routes.filter(({ operation }) => operation.example !== undefined);

  it.each(described.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "of %s is taken by its operation's schema",
    (_line, { operation }) => {
      expect(operation.input.safeParse(operation.example).error?.issues ?? []).toEqual([]);
    },
  );

  it("names a record wherever its line does", () => {
    const missing = described.flatMap(({ path, operation }) =>
      [...path.matchAll(/\{(\w+)\}/g)].filter(([, name = ""]) => !(name in (operation.example as object))),
    );
    expect(missing).toEqual([]);
  });

  it("stands beside every body that has to hold something", () => {
    const without = routes.filter((route) => {
      const { method, path, manner, operation } = route;
      if (method === "GET" || method === "DELETE" || manner.upload || manner.raw || operation.example !== undefined)
        return false;
      const fromPath = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
          name,
          { status: "PUBLISHED", name: "x.zip" }[name] ?? 1,
        ]),
      );
      return !operation.input.safeParse(fromPath).success;
    });
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

describe("the guide", () => {
  it("does what it says, command by command", async () => {
    const commands = [...guide("http://localhost:3000").matchAll(/```sh\n([\s\S]*?)```/g)].map(
      (match) => match[1] ?? "",
    );
    let [token, url] = ["", ""];
    const answered = [];
    for (const command of commands) {
      const [, path = ""] = /http:\/\/localhost:3000\/api([^\s']*)/.exec(command) ?? [];
      const file = /-F 'files=@([^']+)'/.exec(command)?.[1];
      const body = file
        ? aForm(file, await aPng(), { team: /-F 'team=([^']+)'/.exec(command)?.[1] ?? "" })
        : /-d '([\s\S]*?)'\n/.exec(command)?.[1]?.replace('"URL"', JSON.stringify(url));
      const method = /-X (\w+)/.exec(command)?.[1] ?? "GET";
      const { status, json, list } = await call(method, path, {
        body,
        token: command.includes("Bearer TOKEN") ? token : undefined,
      });
      token = typeof json.accessToken === "string" ? json.accessToken : token;
      url = file ? String(list[0]?.url) : url;
      answered.push(`${method} ${path.split("?")[0]}: ${status}${list.length > 0 ? `, ${list.length} listed` : ""}`);
    }
    expect(answered).toEqual([
      "POST /admin/users: 201",
      "POST /admin/login: 200",
      "POST /admin/posts: 201",
      "GET /content/posts: 200, 1 listed",
      "GET /content/posts/search: 200, 1 listed",
      "POST /admin/categories: 201",
      "POST /admin/tags: 201",
      "PUT /admin/posts/1: 200",
      "POST /admin/sheets: 201",
      "POST /admin/journals: 201",
      "POST /admin/links: 201",
      "POST /admin/options: 201",
      "POST /admin/menus: 201",
      "POST /admin/attachments: 201, 1 listed",
      "POST /admin/photos: 201",
      "POST /content/posts/comments: 201",
      "GET /admin/posts/comments: 200, 1 listed",
      "PUT /admin/posts/comments/1/status/PUBLISHED: 200",
      "GET /content/posts/1/comments: 200, 1 listed",
      "POST /admin/tokens: 201",
    ]);
  });
});

describe("/api/docs", () => {
  const read = async () =>
    (await import("./app")).api(new Request("http://localhost/api/docs"), {
      ip: null,
      requestId: "x",
      log: () => undefined,
    });
  const elements = (html: string): Element[] => {
    const found: Element[] = [];
    visit(parseHtml(html), "element", (element) => void found.push(element));
    return found;
  };

  it("is a page of this site alone, with a policy that lets nothing run but its own script", async () => {
    const response = await read();
    const all = elements(await response.text());
    expect([
      response.status,
      response.headers.get("content-type"),
      response.headers.get("x-content-type-options"),
    ]).toEqual([200, "text/html; charset=utf-8", "nosniff"]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
    const fetched = all.flatMap(({ tagName, properties }) =>
      ["script", "link", "img", "iframe"].includes(tagName) ? [String(properties.src ?? properties.href ?? "")] : [],
    );
    expect(fetched).toEqual([
      "/favicon.svg",
      expect.stringMatching(/^\/api-docs\/viewer\.css\?v=/),
      expect.stringMatching(/^\/api-docs\/viewer\.js\?v=/),
    ]);
    const inline = all.filter(
      ({ tagName, properties, children }) =>
        (tagName === "script" && children.length > 0) ||
        tagName === "style" ||
        Object.keys(properties).some((name) => name === "style" || name.startsWith("on")),
    );
    expect(inline).toEqual([]);
    expect((await call("POST", "/docs")).status).toBe(405);
  });

  it("shows every call of the document at an address of its own, and the guide with its headings", async () => {
    const all = elements(await (await read()).text());
    const { paths } = (await call("GET", "/openapi.json")).json as { paths: Record<string, object> };
    const shown = all.filter(({ tagName }) => tagName === "details").map(({ properties }) => properties.id as string);
    expect(shown.toSorted()).toEqual(
      Object.entries(paths)
        .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method}-${path}`))
        .toSorted(),
    );
    const ids = all.flatMap(({ properties }) => properties.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const led = all.flatMap(({ tagName, properties }) =>
      tagName === "a" && String(properties.href).startsWith("#") ? [String(properties.href).slice(1)] : [],
    );
    expect(led.filter((id) => !ids.includes(id))).toEqual([]);
    expect(led.length).toBeGreaterThan(30);
  });

  it("says the address that the site is set to, and so does the document", async () => {
    const server = async () =>
      (await call("GET", "/openapi.json")).json as { servers: unknown; info: { description: string } };
    expect((await server()).servers).toEqual([{ url: "/" }]);
    const { token } = await aToken("ADMIN");
    expect(
      (
        await call("PUT", "/admin/options/batch", {
          token,
          body: [{ key: "site_url", type: "INTERNAL", value: "https://jane.example" }],
        })
      ).status,
    ).toBe(200);
    const { servers, info } = await server();
    expect(servers).toEqual([{ url: "https://jane.example" }]);
    expect([
      info.description.includes("https://jane.example/api/admin/users"),
      info.description.includes("localhost"),
    ]).toEqual([true, false]);
    const page = await (await read()).text();
    expect([page.includes("https://jane.example/api/admin/users"), page.includes("localhost")]).toEqual([true, false]);
  });

  it.each(["", "/content"])("is where /api%s leads, and is named there", async (path) => {
    const { status, headers, json } = await call("GET", path);
    expect([status, headers.get("location"), json]).toEqual([
      302,
      "/api/docs",
      { docs: "/api/docs", openapi: "/api/openapi.json", health: "/api/health", ready: "/api/ready" },
    ]);
    for (const named of Object.values(json))
      expect(
        (
          await (
            await import("./app")
          ).api(new Request(`http://localhost${String(named)}`), { ip: null, requestId: "x", log: () => undefined })
        ).status,
      ).toBe(200);
  });
});

describe("the guide says", () => {
  it.each([
    ["how pages of other origins are let in", "api_allowed_origins"],
    ["how a client with types is made", "openapi-typescript"],
    ["what a PUT cannot leave out", "must be sent each time"],
  ])("%s", async (_what, words) => {
    expect(((await call("GET", "/openapi.json")).json.info as { description: string }).description).toContain(words);
  });

  it("of what has to be sent in a PUT what holds", async () => {
    const { token } = await aToken("ADMIN");
    const { json } = await call("POST", "/admin/posts", { token, body: { title: "Notes" } });
    expect(
      (await call("PUT", `/admin/posts/${json.id as number}`, { token, body: { summary: "Short." } })).json.errors,
    ).toMatchObject([{ field: "title", code: "required" }]);
  });
});
