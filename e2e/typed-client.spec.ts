import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { type Document, typesOf } from "./rig/api-types";
import { root, serve } from "./rig/server";
import { expect, test } from "./rig/test";

const server = serve();
/** Inside the project, so that packages are found; removed afterwards. */
const folder = join(root, ".reports", "typed-client");

const options = {
  target: "es2023",
  module: "esnext",
  moduleResolution: "bundler",
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: false,
  skipLibCheck: true,
  lib: ["es2023", "dom"],
  types: [],
};

function compile(): string {
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules", "typescript", "bin", "tsc"), "--pretty", "false", "-p", folder],
    { encoding: "utf8" },
  );
  return stdout;
}

test.beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const document = (await (await fetch(server.url("/api/openapi.json"))).json()) as Document;
  writeFileSync(join(folder, "api.d.ts"), typesOf(document));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["*.ts"] }));
  copyFileSync(join(root, "e2e", "newcomer.ts"), join(folder, "newcomer.ts"));
});

test("a new client developer's first program compiles against the document and does what it says", async () => {
  expect(compile()).toBe("");
  const program = join(folder, "newcomer.mjs");
  await build({
    entryPoints: [join(folder, "newcomer.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
  });
  const { newcomer } = (await import(pathToFileURL(program).href)) as {
    newcomer: (baseUrl: string) => Promise<string[]>;
  };
  expect(await newcomer(server.url(""))).toEqual([
    "ada is ADMIN",
    "Notes in Engines with looms",
    "1 of 1 listed",
    "found: algebraic",
    "/about, PUBLIC, Society, text/plain used by photo Plan",
    "AUDITING: 0 to be seen; PUBLISHED: Charles",
    "More notes, then stale",
    "refused: title required",
    "then 404",
  ]);
});

test("the types refuse what the server would", () => {
  const wrong = [
    ['api.POST("/api/admin/posts", { body: { titel: "x" } })', "titel"],
    ['api.POST("/api/admin/posts", { body: { title: "x", status: "PUBLIC" } })', "PUBLIC"],
    ['api.GET("/api/admin/post")', "Expected 2 arguments"],
    ['api.GET("/api/admin/posts/{postId}", { params: { path: { postId: "1" } } })', "number"],
    ['api.GET("/api/content/posts/search", { params: { query: {} } })', "keyword"],
    ['(await api.GET("/api/content/posts")).data?.[0]?.password', "password"],
  ] as const;
  writeFileSync(
    join(folder, "wrong.ts"),
    [
      'import createClient from "openapi-fetch";',
      'import type { paths } from "./api";',
      'const api = createClient<paths>({ baseUrl: "" });',
      ...wrong.map(([line]) => `await ${line};`),
      "export {};",
    ].join("\n"),
  );
  const complaints = compile();
  rmSync(join(folder, "wrong.ts"));
  for (const [i, [line, about]] of wrong.entries())
    expect(complaints, line).toMatch(new RegExp(`wrong\\.ts\\(${i + 4},\\d+\\)[^]*${about.replaceAll("/", "\\/")}`));
});
