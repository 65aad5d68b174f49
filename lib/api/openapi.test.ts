import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { system } from "../core/access";
import { statusOf } from "../core/errors";
import type { Method, Route } from "../doors/endpoint";
import { aCategory, aJob, aJournal, aPost, aSheet, aTag } from "../testing/factories";
import { aForm, type Answer, aToken, call } from "../testing/api";
import { listPostRevisions } from "../features/writing/posts/queries";
import { listSheetRevisions } from "../features/writing/sheets/queries";
import { freshDatabase } from "../testing/setup";
import { exampleOf } from "./bodies";
import { routes } from "./routes";

type Json = Record<string, unknown>;
type Schema = Json & { properties?: Record<string, Json>; required?: string[] };
type Line = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: Json[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }>; headers?: Json }>;
  security: Json[];
};
type Document = {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Line>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Json };
};

let document: Document;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await freshDatabase();
  tokens.admin = (await aToken("ADMIN")).token;
  document = (await call("GET", "/openapi.json")).json as unknown as Document;
});

const lineOf = (method: Method, path: string): Line => {
  const line = document.paths[`/api${path}`]?.[method.toLowerCase()];
  if (!line) throw new Error(`${method} ${path} is not described`);
  return line;
};
const everyLine = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, line]) => ({ path, method, line })),
  );

/** Every object in a document, with its path. */
function* nodes(value: unknown, at = "#"): Generator<[string, Json]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Json];
  for (const [key, each] of Object.entries(value)) yield* nodes(each, `${at}/${key}`);
}

const types = ["string", "number", "integer", "boolean", "array", "object", "null"];

describe("the document", () => {
  it("is OpenAPI 3.1 and describes every line of the table, and nothing else", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({
      title: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    const described = everyLine().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual(routes.map(({ method, path }) => `${method} /api${path}`).toSorted());
  });

  it("names each operation once, with a summary and a tag", () => {
    const ids = everyLine().map(({ line }) => line.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, line } of everyLine()) {
      expect([path, line.operationId]).toEqual([path, expect.stringMatching(/^[a-z][A-Za-z]+$/)]);
      expect([path, line.summary]).toEqual([path, expect.stringMatching(/^[A-Z].+/)]);
      expect([path, line.tags]).toEqual([path, [expect.stringMatching(/^[a-z]+$/)]]);
    }
  });

  it("describes every parameter of a path, once, and as required", () => {
    for (const { path, line } of everyLine()) {
      const inPath = (line.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect([path, inPath.map(({ name }) => name)]).toEqual([
        path,
        [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
      ]);
      const all = (line.parameters ?? []).map(({ name, in: place }) => `${String(place)} ${String(name)}`);
      expect([path, new Set(all).size]).toEqual([path, all.length]);
      for (const parameter of line.parameters ?? []) {
        expect([path, parameter.in]).toEqual([path, expect.stringMatching(/^(path|query|header)$/)]);
        expect([path, parameter.name, parameter.required ?? false]).toEqual([
          path,
          parameter.name,
          parameter.in === "path" ||
            (/\/search(\/suggestion)?$/.test(path) && parameter.name === "keyword") ||
            parameter.name === "ids",
        ]);
        expect([path, typeof parameter.schema]).toEqual([path, "object"]);
      }
    }
  });

  it("says of every list that it comes in pages", () => {
    const lists = everyLine().filter(
      ({ method, line }) =>
        method === "get" && line.responses["200"]?.content?.["application/json"]?.schema.type === "array",
    );
    expect(lists.length).toBeGreaterThan(30);
    for (const { path, line } of lists)
      expect([path, (line.parameters ?? []).map(({ name }) => name)]).toEqual([
        path,
        expect.arrayContaining(["page", "size"]),
      ]);
  });

  it("explains every header it takes", () => {
    for (const { path, line } of everyLine())
      for (const { in: place, name, description } of line.parameters ?? [])
        expect([path, name, place === "header" && !description]).toEqual([path, name, false]);
  });

  it("has bodies where they are taken only, and strict ones", () => {
    for (const { path, method, line } of everyLine()) {
      const schema = line.requestBody?.content["application/json"]?.schema;
      expect([path, schema]).toEqual([path, method === "get" || method === "delete" ? undefined : schema]);
      const strict = (schema?.type === "array" ? (schema.items as Schema) : schema)?.additionalProperties ?? false;
      expect([path, strict]).toEqual([path, false]);
    }
    expect(lineOf("POST", "/admin/posts").requestBody?.content["application/json"]?.schema.required).toEqual(["title"]);
    expect(
      Object.keys(
        lineOf("PUT", "/admin/posts/{postId}").requestBody?.content["application/json"]?.schema.properties ?? {},
      ),
    ).not.toContain("postId");
    expect(
      Object.keys(
        lineOf("PUT", "/admin/posts/{postId}").requestBody?.content["application/json"]?.schema.properties ?? {},
      ),
    ).not.toContain("expectedVersion");
  });

  it("states the bounds of the fields", () => {
    const body = (method: Method, path: string) =>
      lineOf(method, path).requestBody?.content["application/json"]?.schema.properties ?? {};
    const text = (property: Json | undefined) => JSON.stringify(property);
    expect(text(body("POST", "/admin/posts").title)).toContain('"maxLength":100');
    expect(text(body("POST", "/admin/posts").tagIds)).toContain('"uniqueItems":true');
    expect(text(body("POST", "/admin/posts").status)).toContain('"enum":["DRAFT","INTIMATE","PUBLISHED","RECYCLE"]');
    expect(text(body("POST", "/admin/categories").description)).toContain('"maxLength":100');
    expect(text(body("PUT", "/admin/tags/{tagId}").color)).toContain('"maxLength":24');
    expect(text(body("POST", "/admin/posts").topPriority)).toContain("2147483647");
  });

  it("lists the refusals each line can answer with, in the one shape", () => {
    for (const { path, method, line } of everyLine()) {
      const refusals = Object.entries(line.responses).filter(([status]) => Number(status) >= 400);
      for (const [status, { content, description }] of refusals) {
        // The end of a file is no refusal of an operation, and its answer has no body.
        if (status === "416") continue;
        expect(Object.values(statusOf).map(String)).toContain(status);
        expect([path, status, description.length > 0, Object.keys(content ?? {})]).toEqual([
          path,
          status,
          true,
          ["application/problem+json"],
        ]);
      }
      // A part of a file is another way of answering with it.
      const done = Object.keys(line.responses).filter((status) => status.startsWith("2") && status !== "206");
      expect([path, done.length]).toEqual([path, 1]);
      // Before anybody signs in, only a line that checks a password or a token can answer this.
      const looks = routes.some(
        (route) =>
          `/api${route.path}` === path && route.method.toLowerCase() === method && route.operation.can !== "sign in",
      );
      expect([path, "401" in line.responses || !looks]).toEqual([path, true]);
    }
    expect(Object.keys(lineOf("PUT", "/admin/posts/{postId}").responses)).toEqual(
      expect.arrayContaining(["200", "400", "401", "403", "404", "409", "412", "413", "415", "429", "507"]),
    );
  });

  it("has no reference that leads nowhere, no unknown type, and what is required is described", () => {
    for (const [at, node] of nodes(document)) {
      const reference = typeof node.$ref === "string" ? node.$ref : "#";
      const target = reference
        .split("/")
        .slice(1)
        .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);
      expect([at, reference, typeof target]).toEqual([at, reference, "object"]);
      const isSchema =
        typeof node.type === "string" && !at.includes("/examples/") && !["http", "apiKey"].includes(node.type);
      expect([at, isSchema ? types.includes(String(node.type)) : true]).toEqual([at, true]);
      const required: unknown[] = Array.isArray(node.required) ? node.required : [];
      expect([at, Object.keys((node.properties ?? {}) as Json)]).toEqual([at, expect.arrayContaining(required)]);
    }
    expect(document.components.securitySchemes).toEqual({ bearer: { type: "http", scheme: "bearer" } });
  });

  it("says of a date that it is one", () => {
    const post = lineOf("GET", "/admin/posts/{postId}").responses["200"]?.content?.["application/json"]?.schema;
    expect(post?.properties?.createTime).toEqual({ type: "string", format: "date-time" });
  });
});

describe("real answers are as the document says", () => {
  /** Checks an answer against the schema of its status; fields that are not described fail. */
  function conforms(method: Method, path: string, answer: Answer): void {
    const described = lineOf(method, path).responses[String(answer.status)];
    expect([path, answer.status, described !== undefined]).toEqual([path, answer.status, true]);
    // An answer without a described content has no body.
    const [type, media] = Object.entries(described?.content ?? {})[0] ?? ["", { schema: { type: "null" } }];
    expect(answer.headers.get("content-type") ?? "").toContain(type);
    const promised = Object.keys(described?.headers ?? {}).filter((name) => name !== "Link");
    expect([path, promised.filter((name) => !answer.headers.has(name))]).toEqual([path, []]);
    const schema = {
      ...media.schema,
      $defs: document.components.schemas,
      ...(typeof media.schema.$ref === "string" && {
        $ref: media.schema.$ref.replace("#/components/schemas/", "#/$defs/"),
      }),
    };
    const result = z.fromJSONSchema(schema).safeParse(answer.text === "" ? null : JSON.parse(answer.text));
    expect([path, result.success ? [] : result.error.issues]).toEqual([path, []]);
  }

  /** Lines that go on with a session of their own. */
  const ofSession = new Set(["/admin/refresh", "/admin/logout"]);

  /** Calls a line with its operation's example: on a record made of an example where its path names one, or where its items do. */
  async function callByExample(route: Route): Promise<Answer> {
    const token = route.path.startsWith("/admin/") ? tokens.admin : undefined;
    const collection = route.path.split(/\/(?:\{|batch|places)/)[0] ?? "";
    const creator = routes.find(
      ({ method, path, manner }) => method === "POST" && path === collection && manner.created,
    );
    const made =
      creator && creator !== route ? await call("POST", collection, { token, body: exampleOf(creator) }) : null;
    const path = route.path.replace(/\{\w+\}/, String(made?.json.id));
    const example = exampleOf(route);
    const body = Array.isArray(example) ? [{ ...(example[0] as Json), id: made?.json.id }] : example;
    return call(route.method, path, { token, ...(route.method !== "GET" && { body }) });
  }

  it.each([
    ["/admin/categories/batch", { id: 2_147_483_647, name: "X" }],
    ["/admin/links/batch", { id: 2_147_483_647, name: "X", url: "https://example.org/" }],
    ["/admin/menus/batch", { id: 2_147_483_647, name: "X", url: "/x" }],
    ["/admin/photos/batch", { id: 2_147_483_647, name: "X", url: "/x.jpg", thumbnail: "" }],
    ["/admin/posts/status", { postId: 2_147_483_647, status: "DRAFT" }],
    ["/admin/posts/tags", { postId: 2_147_483_647, tagIds: [] }],
  ])("%s where what it names is not there, and where it names it twice", async (path, item) => {
    for (const [body, status] of [
      [[item], 404],
      [[item, item], 400],
    ] as const) {
      const answer = await call("PUT", path, { token: tokens.admin, body });
      expect([path, answer.status]).toEqual([path, status]);
      conforms("PUT", path, answer);
    }
  });

  it("one call after the other, through every line that needs no sign-in of its own", async () => {
    const [post, locked] = [
      await aPost(system, { originalContent: "# Heading\n\ntext", metas: [{ key: "k", value: "v" }] }),
      await aPost(system, { password: "x", slug: "locked" }),
    ];
    const [category, tag] = [await aCategory({ name: "News" }), await aTag("Red")];
    const [sheet, journal] = [
      await aSheet(system, { slug: "about", metas: [{ key: "k", value: "v" }] }),
      await aJournal(),
    ];
    await call("PUT", `/admin/posts/${post.id}`, {
      token: tokens.admin,
      body: { title: "x", categoryIds: [category.id], tagIds: [tag.id] },
    });
    const jobId = await aJob();
    const calls: [
      Method,
      string,
      string,
      { body?: unknown; token?: string | undefined; headers?: Record<string, string> }?,
    ][] = [
      ["GET", "/content/posts", "/content/posts?fields=content"],
      ["GET", "/content/posts/search", "/content/posts/search?keyword=text"],
      ["GET", "/content/posts/search", "/content/posts/search"],
      ["GET", "/content/posts/search/suggestion", "/content/posts/search/suggestion?keyword=tezt"],
      ["GET", "/content/posts/{postId}", `/content/posts/${post.id}`],
      ["GET", "/content/posts/{postId}", "/content/posts/999"],
      ["GET", "/content/posts/slug/{slug}", "/content/posts/slug/locked"],
      [
        "GET",
        "/content/posts/slug/{slug}",
        `/content/posts/slug/${locked.slug}`,
        { headers: { "x-content-password": "x" } },
      ],
      ["GET", "/content/posts/{postId}/neighbours", `/content/posts/${post.id}/neighbours`],
      ["GET", "/content/posts/{postId}/translations", `/content/posts/${post.id}/translations`],
      ["GET", "/content/posts/{postId}/related", `/content/posts/${post.id}/related`],
      ["POST", "/content/posts/{postId}/likes", `/content/posts/${post.id}/likes`],
      ["GET", "/content/categories", "/content/categories"],
      ["GET", "/content/categories/{category}/posts", "/content/categories/news/posts"],
      ["GET", "/content/tags", "/content/tags"],
      ["GET", "/content/tags/{tag}/posts", "/content/tags/red/posts"],
      ["GET", "/content/tags/{tag}/series", "/content/tags/red/series"],
      ["POST", "/admin/photos", "/admin/photos", { body: { name: "Sea", url: "/sea.jpg", thumbnail: "" } }],
      [
        "POST",
        "/admin/photos/batch",
        "/admin/photos/batch",
        { body: [{ name: "Sky", url: "/sky.jpg", thumbnail: "/s.jpg" }] },
      ],
      [
        "PUT",
        "/admin/photos/batch",
        "/admin/photos/batch",
        { body: [{ id: 2, name: "Sky", url: "/sky.jpg", thumbnail: "/s.jpg" }] },
      ],
      ["GET", "/admin/photos", "/admin/photos"],
      ["GET", "/admin/photos/latest", "/admin/photos/latest"],
      ["GET", "/admin/photos/teams", "/admin/photos/teams"],
      ["GET", "/admin/photos/{photoId}", "/admin/photos/1"],
      [
        "PUT",
        "/admin/photos/{photoId}",
        "/admin/photos/1",
        { body: { name: "Sea", url: "/sea.jpg", thumbnail: "", team: "A" } },
      ],
      ["GET", "/content/photos", "/content/photos"],
      ["POST", "/content/photos/{photoId}/likes", "/content/photos/1/likes"],
      ["PUT", "/admin/photos/places", "/admin/photos/places", { body: [{ photoId: 1, team: "Sea", priority: 1 }] }],
      ["GET", "/admin/photos/matching", "/admin/photos/matching?team=Sea"],
      ["GET", "/admin/photos/counts", "/admin/photos/counts"],
      ["PUT", "/admin/photos/{photoId}/place", "/admin/photos/1/place", { body: { step: "later" } }],
      ["GET", "/content/photos/matching", "/content/photos/matching"],
      ["DELETE", "/admin/photos/{photoId}", "/admin/photos/1"],
      ["DELETE", "/admin/photos", "/admin/photos?ids=999"],
      ["GET", "/content/sheets", "/content/sheets?fields=content"],
      ["GET", "/content/sheets/slug/{slug}", "/content/sheets/slug/about"],
      ["GET", "/content/sheets/{sheetId}", `/content/sheets/${sheet.id}`],
      ["GET", "/content/sheets/{sheetId}/translations", `/content/sheets/${sheet.id}/translations`],
      ["POST", "/content/sheets/{sheetId}/likes", `/content/sheets/${sheet.id}/likes`],
      ["GET", "/content/journals", "/content/journals"],
      ["GET", "/content/journals/{id}", `/content/journals/${journal.id}`],
      ["POST", "/content/journals/{id}/likes", `/content/journals/${journal.id}/likes`],
      ["POST", "/admin/links", "/admin/links", { body: { name: "New", url: "https://example.org/", team: "Friends" } }],
      ["POST", "/admin/links", "/admin/links", { body: { name: "New", url: "ftp://example.org/" } }],
      ["PUT", "/admin/links/team", "/admin/links/team", { body: { ids: [1], team: "Friends" } }],
      ["PUT", "/admin/links/{id}/place", "/admin/links/1/place", { body: { step: "up" } }],
      ["POST", "/admin/links/proposal", "/admin/links/proposal", { body: { url: "http://127.0.0.1/" } }],
      ["DELETE", "/admin/links", "/admin/links?ids=999"],
      ["GET", "/content/links", "/content/links?team=Friends"],
      ["GET", "/content/archives", "/content/archives"],
      ["GET", "/content/statistics", "/content/statistics"],
      ["GET", "/admin/statistics", "/admin/statistics"],
      ["GET", "/admin/statistics/views", "/admin/statistics/views?days=365"],
      ["GET", "/admin/statistics/views", "/admin/statistics/views?days=7"],
      ["GET", "/admin/statistics/posts", "/admin/statistics/posts?days=30&size=5"],
      ["GET", "/admin/statistics/posts/{postId}/views", `/admin/statistics/posts/${post.id}/views`],
      ["GET", "/admin/statistics/sheets/{sheetId}/views", `/admin/statistics/sheets/${sheet.id}/views?days=30`],
      ["GET", "/admin/statistics/referrers", "/admin/statistics/referrers?most=5"],
      ["GET", "/admin/statistics/storage", "/admin/statistics/storage"],
      ["GET", "/admin/sheets", "/admin/sheets?fields=content"],
      ["POST", "/admin/sheets", "/admin/sheets", { body: { title: "New", status: "PUBLISHED" } }],
      ["POST", "/admin/sheets", "/admin/sheets", { body: { title: "New", slug: "admin" } }],
      ["GET", "/admin/sheets/{sheetId}", `/admin/sheets/${sheet.id}`],
      [
        "PUT",
        "/admin/sheets/{sheetId}",
        `/admin/sheets/${sheet.id}`,
        { body: { title: "y", originalContent: "Other." } },
      ],
      [
        "PUT",
        "/admin/sheets/{sheetId}",
        `/admin/sheets/${sheet.id}`,
        { body: { title: "y" }, headers: { "if-match": '"1"' } },
      ],
      [
        "PUT",
        "/admin/sheets/{sheetId}/content",
        `/admin/sheets/${sheet.id}/content`,
        { body: { originalContent: "z" } },
      ],
      ["DELETE", "/admin/sheets/{sheetId}/working-text", `/admin/sheets/${sheet.id}/working-text`],
      ["GET", "/admin/sheets/{sheetId}/revisions", `/admin/sheets/${sheet.id}/revisions`],
      ["GET", "/admin/sheets/{sheetId}/revisions/{revisionId}", `/admin/sheets/${sheet.id}/revisions/1`],
      [
        "GET",
        "/admin/sheets/{sheetId}/revisions/{revisionId}/diff",
        `/admin/sheets/${sheet.id}/revisions/${(await listSheetRevisions(system, { sheetId: sheet.id }))[0]?.id ?? 999}/diff`,
      ],
      [
        "POST",
        "/admin/sheets/{sheetId}/revisions/{revisionId}/restore",
        `/admin/sheets/${sheet.id}/revisions/1/restore`,
      ],
      ["POST", "/admin/sheets/{sheetId}/preview-link", `/admin/sheets/${sheet.id}/preview-link`],
      ["PUT", "/admin/sheets/{sheetId}/status/{status}", `/admin/sheets/${sheet.id}/status/INTIMATE`],
      ["DELETE", "/admin/sheets/{sheetId}", `/admin/sheets/${sheet.id}`],
      ["GET", "/admin/journals", "/admin/journals"],
      ["POST", "/admin/journals", "/admin/journals", { body: { sourceContent: "New" } }],
      ["POST", "/admin/journals", "/admin/journals", { body: { sourceContent: " " } }],
      ["GET", "/admin/journals/{id}", `/admin/journals/${journal.id}`],
      [
        "PUT",
        "/admin/journals/{id}",
        `/admin/journals/${journal.id}`,
        { body: { sourceContent: "Newer", type: "INTIMATE" } },
      ],
      ["DELETE", "/admin/journals/{id}", `/admin/journals/${journal.id}`],
      ["GET", "/admin/posts", "/admin/posts?fields=content"],
      ["GET", "/admin/posts/{postId}", `/admin/posts/${post.id}`],
      ["POST", "/admin/posts", "/admin/posts", { body: { title: "New", status: "PUBLISHED" } }],
      ["POST", "/admin/posts", "/admin/posts", { body: { title: "" } }],
      ["PUT", "/admin/posts/{postId}", `/admin/posts/${post.id}`, { body: { title: "y" } }],
      [
        "PUT",
        "/admin/posts/{postId}",
        `/admin/posts/${post.id}`,
        { body: { title: "y" }, headers: { "if-match": '"1"' } },
      ],
      ["PUT", "/admin/posts/{postId}/content", `/admin/posts/${post.id}/content`, { body: { originalContent: "z" } }],
      ["DELETE", "/admin/posts/{postId}/working-text", `/admin/posts/${post.id}/working-text`],
      ["GET", "/admin/posts/{postId}/revisions", `/admin/posts/${post.id}/revisions`],
      ["GET", "/admin/posts/{postId}/revisions/{revisionId}", `/admin/posts/${post.id}/revisions/999`],
      [
        "GET",
        "/admin/posts/{postId}/revisions/{revisionId}/diff",
        `/admin/posts/${post.id}/revisions/${(await listPostRevisions(system, { postId: post.id }))[0]?.id ?? 999}/diff`,
      ],
      ["POST", "/admin/posts/{postId}/revisions/{revisionId}/restore", `/admin/posts/${post.id}/revisions/999/restore`],
      ["POST", "/admin/posts/{postId}/preview-link", `/admin/posts/${post.id}/preview-link`],
      ["PUT", "/admin/posts/status", "/admin/posts/status", { body: [{ postId: post.id, status: "DRAFT" }] }],
      ["PUT", "/admin/posts/status/{status}", "/admin/posts/status/PUBLISHED", { body: [post.id] }],
      ["PUT", "/admin/posts/tags", "/admin/posts/tags", { body: [{ postId: post.id, tagIds: [tag.id] }] }],
      ["PUT", "/admin/posts/{postId}/status/{status}", `/admin/posts/${post.id}/status/INTIMATE`],
      ["PUT", "/admin/posts/{postId}/status/{status}", `/admin/posts/${post.id}/status/PUBLISHED`],
      ...["posts", "sheets", "journals"].flatMap((kind): typeof calls => {
        const at = `/admin/${kind}/comments`;
        const body = { author: "Ann", content: "Well *said*.", postId: post.id };
        return [
          ["POST", at, at, { body }],
          ["POST", "/admin/comments", "/admin/comments", { body: { parentId: 1, content: "*Yes*." } }],
          ["POST", `/content/${kind}/comments`, `/content/${kind}/comments`, { body }],
          ["GET", `/content/${kind}/{id}/comments`, `/content/${kind}/${post.id}/comments`],
          ["GET", at, `${at}?status=AUDITING&keyword=said&postId=${post.id}`],
          ["GET", `${at}/{commentId}`, `${at}/1`],
          ["PUT", `${at}/{commentId}`, `${at}/1`, { body: { author: "Ann", content: "Well said." } }],
          ["PUT", `${at}/{commentId}/status/{status}`, `${at}/1/status/AUDITING`],
          ["PUT", `${at}/status/{status}`, `${at}/status/PUBLISHED`, { body: [1, 2] }],
          ["GET", "/admin/comments", "/admin/comments?state=published&keyword=said&targetType=POST"],
          ["GET", "/admin/comments/counts", "/admin/comments/counts"],
          ["GET", "/admin/comments/removal", "/admin/comments/removal?ids=1&ids=2"],
          ["GET", "/admin/comments/{commentId}", "/admin/comments/2"],
          ["PUT", "/admin/comments/{commentId}", "/admin/comments/1", { body: { author: "Ann", content: "Well." } }],
          ["PUT", "/admin/comments/state/{state}", "/admin/comments/state/bin", { body: [1, 2] }],
          ["PUT", "/admin/comments/state", "/admin/comments/state", { body: [{ commentId: 1, state: "spam" }] }],
          ["DELETE", "/admin/comments", "/admin/comments?ids=2&replies=0"],
          ["POST", "/admin/comments/blocks", "/admin/comments/blocks", { body: { value: "spam.example" } }],
          ["GET", "/admin/comments/blocks", "/admin/comments/blocks?kind=EMAIL_HOST&keyword=spam"],
          ["GET", "/admin/comments/blocks/{blockId}", "/admin/comments/blocks/1"],
          ["DELETE", "/admin/comments/blocks/{blockId}", "/admin/comments/blocks/1"],
          ["DELETE", `${at}/{commentId}`, `${at}/1`],
          ["DELETE", at, `${at}?ids=2`],
        ];
      }),
      ["DELETE", "/admin/posts/{postId}", `/admin/posts/${post.id}`],
      ["POST", "/admin/attachments", "/admin/attachments", { body: aForm() }],
      ["POST", "/admin/attachments", "/admin/attachments", { body: {} }],
      ["GET", "/admin/attachments", "/admin/attachments"],
      ["GET", "/admin/attachments/teams", "/admin/attachments/teams"],
      ["POST", "/admin/attachments/pictures", "/admin/attachments/pictures"],
      ["PUT", "/admin/attachments/teams", "/admin/attachments/teams", { body: [{ attachmentId: 1, team: "A" }] }],
      ["GET", "/admin/attachments/{attachmentId}", "/admin/attachments/1"],
      ["PUT", "/admin/attachments/{attachmentId}", "/admin/attachments/1", { body: { team: "A" } }],
      ["PUT", "/admin/attachments/{attachmentId}/file", "/admin/attachments/1/file", { body: aForm() }],
      ["GET", "/admin/attachments/{attachmentId}/usages", "/admin/attachments/1/usages"],
      ["DELETE", "/admin/attachments/{attachmentId}", "/admin/attachments/1"],
      ["DELETE", "/admin/attachments", "/admin/attachments?ids=999"],
      ["GET", "/admin/categories", "/admin/categories"],
      ["GET", "/admin/categories/{categoryId}", `/admin/categories/${category.id}`],
      ["POST", "/admin/categories", "/admin/categories", { body: { name: "New" } }],
      ["PUT", "/admin/categories/batch", "/admin/categories/batch", { body: [{ id: category.id, name: "Newer" }] }],
      ["PUT", "/admin/categories/{categoryId}", `/admin/categories/${category.id}`, { body: { name: "Newest" } }],
      ["DELETE", "/admin/categories/{categoryId}", `/admin/categories/${category.id}`],
      ["GET", "/admin/tags", "/admin/tags"],
      ["GET", "/admin/tags/{tagId}", `/admin/tags/${tag.id}`],
      ["POST", "/admin/tags", "/admin/tags", { body: { name: "New" } }],
      ["POST", "/admin/tags", "/admin/tags", { body: { name: "NEW" } }],
      ["PUT", "/admin/tags/{tagId}", `/admin/tags/${tag.id}`, { body: { name: "Newer" } }],
      ["PUT", "/admin/tags/{tagId}/merge", `/admin/tags/${tag.id}/merge`, { body: [(await aTag("Merged")).id] }],
      ["DELETE", "/admin/tags/{tagId}", `/admin/tags/${tag.id}`],
      [
        "POST",
        "/admin/users",
        "/admin/users",
        { body: { username: "new", nickname: "New", email: "new@example.org", title: "Editor" } },
      ],
      ["GET", "/admin/users", "/admin/users"],
      ["GET", "/admin/users/{userId}", "/admin/users/1"],
      ["PUT", "/admin/users/{userId}", "/admin/users/999", { body: { role: "EDITOR" } }],
      ["DELETE", "/admin/users/{userId}", "/admin/users/999"],
      ["POST", "/admin/users/{userId}/password-code", "/admin/users/1/password-code"],
      ["GET", "/admin/invitations", "/admin/invitations"],
      ["POST", "/admin/invitations", "/admin/invitations", { body: { role: "AUTHOR" } }],
      ["DELETE", "/admin/invitations/{invitationId}", "/admin/invitations/1"],
      [
        "POST",
        "/admin/registration",
        "/admin/registration",
        { body: { code: "x", username: "eve", email: "eve@example.org", password: "12345678" } },
      ],
      ["POST", "/admin/registration/code", "/admin/registration/code", { body: { email: "eve@example.org" } }],
      ["POST", "/admin/password/code", "/admin/password/code", { body: { username: "eve" } }],
      [
        "PUT",
        "/admin/password/reset",
        "/admin/password/reset",
        { body: { code: "x", username: "eve", email: "eve@example.org", password: "12345678" } },
      ],
      [
        "PUT",
        "/admin/profile",
        "/admin/profile",
        { body: { username: "renamed", nickname: "Renamed", email: "renamed@example.org" } },
      ],
      [
        "PUT",
        "/admin/profile/password",
        "/admin/profile/password",
        { body: { oldPassword: "x", newPassword: "12345678" } },
      ],
      ["PUT", "/admin/profile/mfa/generate", "/admin/profile/mfa/generate", { body: { authcode: "000000" } }],
      ["PUT", "/admin/profile/mfa", "/admin/profile/mfa", { body: { authcode: "000000", mfaType: "NONE" } }],
      [
        "PUT",
        "/admin/profile/mfa/recovery-codes",
        "/admin/profile/mfa/recovery-codes",
        { body: { authcode: "000000" } },
      ],
      ["GET", "/admin/profile/sessions", "/admin/profile/sessions"],
      ["DELETE", "/admin/profile/sessions/{sessionId}", "/admin/profile/sessions/999"],
      ["DELETE", "/admin/profile/sessions", "/admin/profile/sessions"],
      ["POST", "/admin/tokens", "/admin/tokens", { body: { name: "Deploy", scopes: ["content:write"] } }],
      ["GET", "/admin/tokens", "/admin/tokens"],
      ["GET", "/admin/tokens/{tokenId}", "/admin/tokens/999"],
      ["DELETE", "/admin/tokens/{tokenId}", "/admin/tokens/999"],
      ["POST", "/admin/options", "/admin/options", { body: { key: "mine", value: "1" } }],
      ["GET", "/admin/options", "/admin/options"],
      ["GET", "/admin/options/known", "/admin/options/known"],
      ["PUT", "/admin/options/batch", "/admin/options/batch", { body: [{ key: "posts_per_page", value: "0" }] }],
      ["GET", "/admin/options/{optionId}", "/admin/options/1"],
      ["PUT", "/admin/options/{optionId}", "/admin/options/1", { body: { key: "mine", value: "2" } }],
      ["GET", "/content/options", "/content/options"],
      ["DELETE", "/admin/options/{optionId}", "/admin/options/1"],
      ["POST", "/admin/mail/test", "/admin/mail/test", { body: {} }],
      [
        "POST",
        "/admin/webhooks",
        "/admin/webhooks",
        { body: { name: "Search", url: "https://hooks.example/x", events: ["post.published"] } },
      ],
      ["GET", "/admin/webhooks", "/admin/webhooks"],
      ["GET", "/admin/webhooks/{webhookId}", "/admin/webhooks/1"],
      ["PUT", "/admin/webhooks/{webhookId}", "/admin/webhooks/1", { body: { enabled: false } }],
      ["POST", "/admin/webhooks/{webhookId}/ping", "/admin/webhooks/1/ping"],
      ["GET", "/admin/webhooks/{webhookId}/deliveries", "/admin/webhooks/1/deliveries"],
      ["POST", "/admin/webhooks/{webhookId}/deliveries/{attemptId}/resend", "/admin/webhooks/1/deliveries/999/resend"],
      ["DELETE", "/admin/webhooks/{webhookId}", "/admin/webhooks/1"],
      // A second one from the same address is refused.
      ["POST", "/admin/redirects", "/admin/redirects", { body: { source: "/once", target: "/" } }],
      [
        "PUT",
        "/admin/redirects/batch",
        "/admin/redirects/batch",
        { body: [{ id: 1, source: "/once", target: "/tags" }] },
      ],
      ["GET", "/admin/redirects/{id}", "/admin/redirects/1"],
      ["PUT", "/admin/redirects/{id}", "/admin/redirects/1", { body: { source: "/once", target: "/links" } }],
      ["DELETE", "/admin/redirects", "/admin/redirects?ids=1"],
      ["DELETE", "/admin/redirects/{id}", "/admin/redirects/1"],
      ["DELETE", "/admin/redirects/missed", "/admin/redirects/missed?ids=999"],
      ["GET", "/admin/deleted", "/admin/deleted?kind=redirect"],
      ["POST", "/admin/deleted/back", "/admin/deleted/back", { body: [{ kind: "redirect", id: 1 }] }],
      ["DELETE", "/admin/deleted", "/admin/deleted?ids=999"],
      ["GET", "/admin/logs", "/admin/logs?from=0&subject=option&size=2"],
      ["GET", "/admin/jobs", "/admin/jobs?state=WAITING"],
      ["GET", "/admin/jobs/{jobId}", `/admin/jobs/${jobId}`],
      ["POST", "/admin/jobs/{jobId}/cancel", `/admin/jobs/${jobId}/cancel`],
      ["POST", "/admin/jobs/{jobId}/retry", `/admin/jobs/${jobId}/retry`],
      ["GET", "/admin/profile", "/admin/profile"],
      ["GET", "/admin/profile/comments", "/admin/profile/comments"],
      ["GET", "/admin/users/counts", "/admin/users/counts"],
      ["GET", "/admin/users/{userId}/removal", "/admin/users/1/removal"],
      ["GET", "/admin/users/{userId}/sessions", "/admin/users/1/sessions"],
      ["GET", "/admin/users/{userId}/tokens", "/admin/users/1/tokens"],
      ["DELETE", "/admin/users/{userId}/sessions", "/admin/users/999/sessions"],
      ["DELETE", "/admin/users/{userId}/sessions/{sessionId}", "/admin/users/1/sessions/999"],
      ["DELETE", "/admin/users/{userId}/tokens/{tokenId}", "/admin/users/1/tokens/999"],
      ["DELETE", "/admin/users/{userId}/mfa", "/admin/users/1/mfa"],
      ["POST", "/admin/login/precheck", "/admin/login/precheck", { body: { username: "nobody", password: "x" } }],
      ["POST", "/admin/login", "/admin/login", { body: {} }],
      ["GET", "/admin/posts", "/admin/posts", { token: "" }],
      // Following is off until mail is set up.
      ["POST", "/content/followers", "/content/followers", { body: { email: "eve@example.org" } }],
      ["DELETE", "/admin/followers", "/admin/followers?ids=999"],
      ["GET", "/admin/followers/{id}", "/admin/followers/999"],
      ["DELETE", "/admin/followers/{id}", "/admin/followers/999"],
      // Those that are there are in `imports.test.ts`, `exports.test.ts` and `backups.test.ts`.
      ["POST", "/admin/imports", "/admin/imports", { body: {} }],
      ["GET", "/admin/imports/{importId}", "/admin/imports/999"],
      ["GET", "/admin/imports/{importId}/records", "/admin/imports/999/records"],
      ["POST", "/admin/imports/{importId}/cancel", "/admin/imports/999/cancel"],
      ["POST", "/admin/imports/{importId}/resume", "/admin/imports/999/resume"],
      ["POST", "/admin/imports/{importId}/again", "/admin/imports/999/again", { body: {} }],
      ["DELETE", "/admin/imports/{importId}", "/admin/imports/999"],
      ["GET", "/admin/exports/{name}/file", "/admin/exports/none.zip/file"],
      ["DELETE", "/admin/exports/{name}", "/admin/exports/none.zip"],
      ["POST", "/admin/backups", "/admin/backups"],
      ["POST", "/admin/backups/restore/cancel", "/admin/backups/restore/cancel"],
      ["DELETE", "/admin/backups/replaced/{name}", "/admin/backups/replaced/2026-01-31T03-00-00-000Z"],
      ["GET", "/admin/backups/{name}", "/admin/backups/none.zip"],
      ["PUT", "/admin/backups/{name}", "/admin/backups/none.zip", { body: {} }],
      ["DELETE", "/admin/backups/{name}", "/admin/backups/none.zip"],
      ["POST", "/admin/backups/{name}/verify", "/admin/backups/none.zip/verify"],
      ["POST", "/admin/backups/{name}/restore", "/admin/backups/none.zip/restore", { body: { confirm: "none.zip" } }],
    ];
    for (const [method, path, at, given] of calls)
      conforms(
        method,
        path,
        await call(method, at, { token: path.startsWith("/admin/") ? tokens.admin : undefined, ...given }),
      );
    const walked = new Set(calls.map(([method, path]) => `${method} ${path}`));
    expect(walked.size).toBeGreaterThan(100);
    const others = routes.filter(({ method, path }) => !walked.has(`${method} ${path}`) && !ofSession.has(path));
    expect(others.length).toBeGreaterThan(10);
    for (const route of others) {
      const answer = await callByExample(route);
      conforms(route.method, route.path, answer);
      expect([route.path, answer.status < 300]).toEqual([route.path, true]);
    }
  });
});
