import { Validator } from "@seriousme/openapi-schema-validator";
import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { aForm, call } from "../testing/api";
import { aPng } from "../testing/pictures";
import { freshDatabase } from "../testing/setup";
import { examples } from "./examples";
import { guide } from "./guide";
import { routes } from "./routes";

beforeAll(async () => void (await freshDatabase()));

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate((await call("GET", "/openapi.json")).json);
    expect([valid, errors ?? [], validator.version]).toEqual([true, [], "3.1"]);
    // The checker is one: it finds what is wrong.
    expect((await new Validator().validate({ openapi: "3.1.0", info: { title: "x" }, paths: {} })).valid).toBe(false);
  });

  it("says of every line who may call it", async () => {
    const { paths } = (await call("GET", "/openapi.json")).json as { paths: Record<string, Record<string, { description: string }>> };
    expect(Object.values(paths).flatMap((lines) => Object.values(lines)).filter(({ description }) => !/^(Open to anyone|Needs the role )/.test(description))).toEqual([]);
  });
});

describe("an example", () => {
  const bodied = routes.filter(({ method, manner }) => (method === "POST" || method === "PUT") && !manner.upload);
  const numbers: Record<string, unknown> = { status: "PUBLISHED" };

  it.each(bodied.map((route) => [`${route.method} ${route.path}`, route] as const))("of %s is taken by its operation's schema", (_line, { path, manner, operation }) => {
    const fromPath = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, numbers[name] ?? 1]));
    const example = examples[operation.title];
    const input = manner.items ? { items: example } : { ...(example as object | undefined) };
    expect(operation.input.safeParse({ ...input, ...fromPath }).error?.issues ?? []).toEqual([]);
  });

  it("belongs to a line", () => {
    const titles = new Set(bodied.map(({ operation }) => operation.title));
    expect(Object.keys(examples).filter((title) => !titles.has(title))).toEqual([]);
  });
});

describe("the guide", () => {
  it("does what it says, command by command", async () => {
    const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
    let [token, url] = ["", ""];
    const answered = [];
    for (const command of commands) {
      const [, path = ""] = /http:\/\/localhost:3000\/api([^\s']*)/.exec(command) ?? [];
      const file = /-F 'files=@([^']+)'/.exec(command)?.[1];
      const body = file ? aForm(file, await aPng(), { team: /-F 'team=([^']+)'/.exec(command)?.[1] ?? "" }) : /-d '([\s\S]*?)'\n/.exec(command)?.[1]?.replace('"URL"', JSON.stringify(url));
      const method = /-X (\w+)/.exec(command)?.[1] ?? "GET";
      const { status, json, list } = await call(method, path, { body, token: command.includes("Bearer TOKEN") ? token : undefined });
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
  const read = async () => (await import("./app")).api(new Request("http://localhost/api/docs"), { ip: null, requestId: "x", log: () => undefined });

  it("is a page of this site alone, with a strict policy", async () => {
    const response = await read();
    const html = await response.text();
    expect([response.status, response.headers.get("content-type"), response.headers.get("x-content-type-options")]).toEqual([200, "text/html; charset=utf-8", "nosniff"]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
    expect([...html.matchAll(/\b(?:src|href|spec-url)="([^"]+)"/g)].map((match) => match[1])).toEqual(["/favicon.svg", "/api-docs/rapidoc.js", "/api/openapi.json", "/api/openapi.json"]);
    expect(existsSync("public/api-docs/rapidoc.js")).toBe(true);
    expect((await call("POST", "/docs")).status).toBe(405);
  });
});
