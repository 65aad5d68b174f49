import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { builtinModules } from "node:module";
import { describe, expect, it } from "vitest";
import { type Import, importsOf, programFiles, type Source } from "./testing/sources";

/**
 * Where today's code leaves a rule below on purpose: file, what it may do all the same, and why. An
 * entry that is no longer needed fails a test, so that the list only ever holds what is true.
 */
const allowed: { file: string; rule: string; what: string; why: string }[] = [
  {
    file: "db/drizzle.config.ts",
    rule: "process.env",
    what: "",
    why: "drizzle-kit runs it alone, before there are settings",
  },
  {
    file: "lib/comments/actions.ts",
    rule: "actions",
    what: "lib/comments/notifications.ts",
    why: "not being told of replies any more is a file of its own",
  },
  {
    file: "lib/comments/threads.ts",
    rule: "raw sql",
    what: "",
    why: "`commentCount + n` in the database, so that two writers cannot lose a count",
  },
  {
    file: "lib/api/docs.ts",
    rule: "api",
    what: "lib/content/renderer.ts",
    why: "the guide is Markdown, as the OpenAPI document wants it, and HTML on its page",
  },
  { file: "lib/api/routes.ts", rule: "280 lines", what: "", why: "the one table of the whole JSON API" },
  { file: "lib/api/openapi.ts", rule: "280 lines", what: "", why: "titles of answers, until contracts carry them" },
  { file: "lib/options/schema.ts", rule: "280 lines", what: "", why: "the one table of all settings" },
  {
    file: "lib/users/registration-codes.ts",
    rule: "raw sql",
    what: "",
    why: "`tries + 1` in the database, so that many guesses at once are all counted",
  },
  {
    file: "lib/drafts/counters.ts",
    rule: "raw sql",
    what: "",
    why: "`visits + n` in the database, so that two writers cannot lose a count",
  },
  {
    file: "lib/posts/listings.ts",
    rule: "raw sql",
    what: "",
    why: "`in (select …)` over columns and placeholders, for prepared statements",
  },
  {
    file: "lib/drafts/keyword.ts",
    rule: "raw sql",
    what: "",
    why: "`lower(…) like` over columns, placeholders and parameters",
  },
  { file: "lib/posts/selection.ts", rule: "raw sql", what: "", why: "`status = ` a placeholder" },
  { file: "lib/attachments/visibility.ts", rule: "raw sql", what: "", why: "`1 = 0` for nobody" },
  { file: "lib/drafts/rows.ts", rule: "raw sql", what: "", why: "`… is not null` as a column" },
  { file: "lib/journals/visibility.ts", rule: "raw sql", what: "", why: "`1 = 0` for nobody" },
  {
    file: "lib/drafts/visibility.ts",
    rule: "raw sql",
    what: "",
    why: "`1 = 0` for nobody, and the placeholder for now",
  },
  {
    file: "lib/posts/actions.ts",
    rule: "actions",
    what: "lib/posts/unlock.ts",
    why: "unlocking is an operation of its own file",
  },
  {
    file: "lib/posts/actions.ts",
    rule: "actions",
    what: "lib/posts/bulk.ts",
    why: "changing many posts at once is a file of its own",
  },
  {
    file: "lib/posts/actions.ts",
    rule: "actions",
    what: "lib/posts/previews.ts",
    why: "what is not published yet is a file of its own",
  },
  {
    file: "lib/posts/actions.ts",
    rule: "actions",
    what: "lib/posts/revisions.ts",
    why: "earlier texts are a file of their own",
  },
  {
    file: "lib/posts/actions.ts",
    rule: "actions",
    what: "lib/posts/working-text.ts",
    why: "the working text is a file of its own",
  },
  ...["browsers", "mfa", "passwords", "personal-tokens", "recovery"].map((noun) => ({
    file: "lib/auth/actions.ts",
    rule: "actions",
    what: `lib/auth/${noun}.ts`,
    why: "sessions, the second factor, passwords and tokens are files of their own",
  })),
  ...["invitations", "profile", "staff"].map((noun) => ({
    file: "lib/users/actions.ts",
    rule: "actions",
    what: `lib/users/${noun}.ts`,
    why: "what is done to accounts is split by noun",
  })),
  {
    file: "lib/journals/actions.ts",
    rule: "actions",
    what: "lib/journals/likes.ts",
    why: "liking writes nothing itself, so it is not among the mutations",
  },
  {
    file: "lib/sheets/actions.ts",
    rule: "actions",
    what: "lib/sheets/unlock.ts",
    why: "unlocking is an operation of its own file",
  },
  {
    file: "lib/tags/actions.ts",
    rule: "actions",
    what: "lib/tags/merging.ts",
    why: "merging is an operation of its own file",
  },
  {
    file: "lib/posts/actions.ts",
    rule: "actions",
    what: "lib/posts/permalink.ts",
    why: "where the form leads back to: the post's own address",
  },
  {
    file: "app/(site)/xml.ts",
    rule: "app",
    what: "fast-xml-builder",
    why: "the feed's format is composition, as a page's HTML is",
  },
  {
    file: "app/(site)/feed.xml/route.ts",
    rule: "app",
    what: "lib/text/html/absolute-html.ts",
    why: "… and its texts name addresses as readers elsewhere need them",
  },
  { file: "app/api/[...path]/route.ts", rule: "app", what: "lib/api/app.ts", why: "mounts the API under Next" },
  {
    file: "app/api/auth/[...nextauth]/route.ts",
    rule: "app",
    what: "lib/doors/auth-route.ts",
    why: "mounts next-auth",
  },
  {
    file: "lib/doors/actor.ts",
    rule: "doors",
    what: "react",
    why: "`cache`: the session row and what a page asks are read once for each request",
  },
  {
    file: "lib/doors/command.ts",
    rule: "doors",
    what: "db",
    why: "a command is a process of its own and opens the database itself",
  },
  {
    file: "lib/doors/command.ts",
    rule: "doors",
    what: "lib/content/renderer.ts",
    why: "… and lets go of the renderer it started",
  },
  {
    file: "lib/mail/compose.ts",
    rule: "features",
    what: "lib/i18n/sentences.ts",
    why: "the words of mails stand in both languages",
  },
  {
    file: "components/account/password-form.tsx",
    rule: "components",
    what: "lib/auth/strength.ts",
    why: "the server's rule for passwords, as a hint while typing",
  },
  {
    file: "lib/server/main.ts",
    rule: "server",
    what: "lib/cli/demo.ts",
    why: "`npm start -- --demo` fills its site as a command would",
  },
];

const files = programFiles();
const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
const isPackage = (target: string) =>
  !/^(app|components|db|lib)\//.test(target) && !/\.(css|json|mjs)$/.test(target) && !builtins.has(target);
const isOf = (target: string, ...names: string[]) =>
  names.some((name) => target === name || target.startsWith(`${name}/`));
const folderOf = (path: string) => path.split("/").slice(0, 2).join("/");

const used = new Set<string>();
const isAllowed = (file: string, rule: string, what = "") => {
  const entry = allowed.find(
    (each) =>
      each.file === file && each.rule === rule && (each.what === what || (each.what !== "" && isOf(what, each.what))),
  );
  if (entry) used.add(JSON.stringify(entry));
  return entry !== undefined;
};

/** What stands in `lib/` beside the features. */
const notFeatures = [
  "lib/core",
  "lib/content",
  "lib/text",
  "lib/doors",
  "lib/api",
  "lib/server",
  "lib/cli",
  "lib/i18n",
  "lib/patches",
  "lib/testing",
];
const isFeature = (path: string) => /^lib\/[^/]+\//.test(path) && !notFeatures.includes(folderOf(path));

/**
 * What a feature shows other features, beside `schema` and `queries`: pure reading, which changes
 * nothing; of an account also its credentials, which whatever changes the account must end in the
 * same transaction. Work to be done and mail to be sent are asked for in the transaction of whatever
 * needs them: done if that is kept, and only then. Other writes go through the feature's own operations, which no other feature may call.
 */
const shownToFeatures = [
  "lib/categories/tree.ts",
  "lib/posts/kind.ts",
  "lib/sheets/kind.ts",
  "lib/sheets/addresses.ts",
  "lib/posts/visibility.ts",
  "lib/posts/selection.ts",
  "lib/sheets/visibility.ts",
  "lib/attachments/names.ts",
  "lib/attachments/pictures.ts",
  "lib/references/recording.ts",
  "lib/references/records.ts",
  "lib/references/resolving.ts",
  "lib/journals/visibility.ts",
  "lib/auth/new-password.ts",
  "lib/auth/notices.ts",
  "lib/auth/codes.ts",
  "lib/auth/tokens.ts",
  "lib/auth/sessions.ts",
  "lib/auth/current-password.ts",
  "lib/users/installed.ts",
  "lib/jobs/queue.ts",
  "lib/mail/queue.ts",
];
/** Shapes by which a door answers a component; nothing but types and constants. */
const doorShapes = ["lib/doors/form-state.ts", "lib/doors/result.ts"];
/** What posts and sheets have in common; a feature like others in what it may import. */
const isShared = (target: string) => isOf(target, "lib/drafts");
const isShown = (target: string) =>
  isShared(target) || /^lib\/[^/]+\/(schema|queries)\.ts$/.test(target) || shownToFeatures.includes(target);

/** Packages that operations and what they call are made of. */
const dataPackages = [
  "drizzle-orm",
  "zod",
  "lru-cache",
  "bcryptjs",
  "otplib",
  "uqr",
  "nodemailer",
  "sharp",
  "file-type",
  "exif-reader",
  "diff",
];

/** Packages that read and write Markdown and HTML. */
const textPackages = [
  "github-slugger",
  "hast",
  "hast-util-from-html",
  "hast-util-raw",
  "hast-util-sanitize",
  "hast-util-to-html",
  "markdown-it",
  "mdast",
  "mdast-util-to-hast",
  "parse5",
  "shiki",
];
/** Markdown becomes HTML and not the other way round; what both need stands beside them. */
const leadsBack = (from: string, to: string) =>
  isOf(to, "lib/text/markdown")
    ? !isOf(from, "lib/text/markdown")
    : isOf(to, "lib/text/html") && !isOf(from, "lib/text/markdown", "lib/text/html");

type Rule = {
  name: string;
  files: (path: string) => boolean;
  may: (target: string, file: Source) => boolean;
  types?: (target: string) => boolean;
};

const rules: Rule[] = [
  { name: "core", files: (p) => isOf(p, "lib/core"), may: (t) => builtins.has(t) || isOf(t, "zod", "lib/core") },
  {
    name: "db",
    files: (p) => isOf(p, "db"),
    may: (t) =>
      builtins.has(t) ||
      isOf(
        t,
        "db",
        "drizzle-orm",
        "drizzle-kit",
        "better-sqlite3",
        "pg",
        "lib/core/env.ts",
        "lib/core/shared.ts",
        "lib/core/storage-error.ts",
        "lib/core/flush.ts",
        "lib/core/key-file.ts",
      ),
  },
  {
    name: "schema",
    files: (p) => /^lib\/[^/]+\/schema\.ts$/.test(p),
    may: (t, f) =>
      t === "zod" ||
      t === "lib/core/fields.ts" ||
      /^lib\/[^/]+\/schema\.ts$/.test(t) ||
      t === `${folderOf(f.path)}/color.ts`,
  },
  {
    name: "actions",
    files: (p) => p.endsWith("/actions.ts"),
    may: (t, f) => isOf(t, "lib/doors") || t === `${folderOf(f.path)}/mutations.ts`,
  },
  {
    name: "features",
    files: (p) => isFeature(p) && !/\/(schema|actions)\.ts$/.test(p),
    may: (t, f) =>
      builtins.has(t) ||
      isOf(t, ...dataPackages, "lib/core", "lib/content", "lib/text", "db/index.ts", "db/schema", "db/dialect.ts") ||
      (folderOf(t) === folderOf(f.path) && !t.endsWith("/actions.ts")) ||
      isShown(t),
  },
  {
    name: "content",
    files: (p) => isOf(p, "lib/content"),
    may: (t) => builtins.has(t) || isOf(t, "lib/core", "lib/text", "lib/content"),
  },
  {
    name: "text",
    files: (p) => isOf(p, "lib/text"),
    may: (t, f) => isOf(t, "lib/text", "lib/core/errors.ts", ...textPackages) && !leadsBack(f.path, t),
  },
  {
    name: "doors",
    files: (p) => isOf(p, "lib/doors"),
    may: (t) =>
      builtins.has(t) ||
      isOf(t, "lib/core", "lib/doors", "lib/i18n/sentences.ts", "zod", "next", "next-auth", "@fastify/busboy") ||
      isFeature(t),
  },
  {
    name: "api",
    files: (p) => isOf(p, "lib/api"),
    may: (t) =>
      builtins.has(t) ||
      t === "package.json" ||
      isOf(t, "lib/core", "lib/doors", "lib/api", "hono", "zod") ||
      isFeature(t),
  },
  {
    name: "cli",
    files: (p) => isOf(p, "lib/cli"),
    may: (t) => !isOf(t, "components", "app", "next", "react", "react-dom", "next-intl", "lib/server", "lib/i18n"),
  },
  {
    name: "server",
    files: (p) => isOf(p, "lib/server"),
    may: (t) => !isOf(t, "components", "app", "react", "react-dom", "lib/cli"),
  },
  {
    name: "patches",
    files: (p) => isOf(p, "lib/patches"),
    may: (t) => builtins.has(t),
  },
  {
    name: "i18n",
    files: (p) => isOf(p, "lib/i18n"),
    may: (t) => isOf(t, "next-intl", "react", "lib/i18n", "lib/doors/page.ts", "lib/options/schema.ts"),
  },
  {
    name: "components",
    files: (p) => isOf(p, "components"),
    may: (t) =>
      isOf(t, "components", "lib/i18n", "lib/doors/form-state.ts", "lib/core/page-scripts.ts") ||
      /^lib\/[^/]+\/(schema|actions)\.ts$/.test(t) ||
      (isPackage(t) && !isOf(t, "drizzle-orm", "better-sqlite3", "pg", "hono")),
    types: (t) => !isOf(t, "db", "app") && !(isOf(t, "lib/doors") && !doorShapes.includes(t)),
  },
  {
    name: "app",
    files: (p) => isOf(p, "app"),
    may: (t) =>
      isOf(t, "app", "components", "next", "react", "next-intl", "lib/i18n") ||
      isOf(t, "lib/doors/page.ts", "lib/doors/address-parts.ts") ||
      t.endsWith(".css") ||
      /^lib\/[^/]+\/(queries|search|selection|previews|covers|actions|schema)\.ts$/.test(t) ||
      t === "node:crypto",
    types: (t) => !isOf(t, "db", "drizzle-orm"),
  },
];

const breaks = (rule: Rule, file: Source, { target, types }: Import) =>
  !(types ? (rule.types?.(target) ?? true) : rule.may(target, file)) && !isAllowed(file.path, rule.name, target);

describe("who may import whom (design.md, section 6)", () => {
  it.each(rules.map((rule) => [rule.name, rule] as const))("%s", (_name, rule) => {
    const own = files.filter((file) => rule.files(file.path));
    expect(own.length).toBeGreaterThan(0);
    expect(
      own.flatMap((file) =>
        file.imports.filter((each) => breaks(rule, file, each)).map(({ target }) => `${file.path} → ${target}`),
      ),
    ).toEqual([]);
  });

  it("every file stands under one of these rules", () => {
    expect(
      files.map((file) => file.path).filter((path) => rules.filter((rule) => rule.files(path)).length !== 1),
    ).toEqual([]);
  });

  it.each([
    ["lib/core/access.ts", "db/index.ts"],
    ["lib/core/operation.ts", "react"],
    ["db/log.ts", "lib/posts/queries.ts"],
    ["db/log.ts", "lib/core/access.ts"],
    ["lib/posts/schema.ts", "lib/posts/rows.ts"],
    ["lib/posts/queries.ts", "next/headers"],
    ["lib/posts/queries.ts", "lib/doors/page.ts"],
    ["lib/posts/mutations.ts", "lib/tags/mutations.ts"],
    ["lib/posts/rows.ts", "lib/users/installation.ts"],
    ["lib/posts/mutations.ts", "lib/posts/actions.ts"],
    ["lib/posts/queries.ts", "db/sqlite.ts"],
    ["lib/posts/actions.ts", "lib/posts/queries.ts"],
    ["lib/content/renderer.ts", "db/index.ts"],
    ["lib/text/markdown/render.ts", "db/index.ts"],
    ["lib/text/markdown/render.ts", "lib/content/renderer.ts"],
    ["lib/text/html/shape.ts", "lib/text/markdown/render.ts"],
    ["lib/text/slug.ts", "lib/text/html/elements.ts"],
    ["lib/text/markdown/render.ts", "lib/core/operation.ts"],
    ["lib/doors/page.ts", "components/site/prose.tsx"],
    ["lib/api/app.ts", "next/server"],
    ["lib/server/main.ts", "app/(site)/xml.ts"],
    ["lib/cli/cms.ts", "next"],
    ["components/site/pager.tsx", "lib/posts/queries.ts"],
    ["components/site/pager.tsx", "lib/doors/page.ts"],
    ["components/site/pager.tsx", "drizzle-orm"],
    ["app/(site)/page.tsx", "db/index.ts"],
    ["app/(site)/page.tsx", "lib/posts/mutations.ts"],
  ])("%s may not import %s", (path, target) => {
    const file: Source = { path, text: "", code: "", imports: [] };
    expect(
      rules.filter((rule) => rule.files(path)).map((rule) => breaks(rule, file, { target, types: false })),
    ).toEqual([true]);
  });

  it("not even types of the database reach components and pages", () => {
    for (const path of ["components/site/pager.tsx", "app/(site)/page.tsx"])
      expect(
        rules
          .filter((rule) => rule.files(path))
          .map((rule) =>
            breaks(rule, { path, text: "", code: "", imports: [] }, { target: "db/index.ts", types: true }),
          ),
      ).toEqual([true]);
  });

  it("the scanner sees every form of import", () => {
    const code = [
      'import a from "./a";',
      'import type { B } from "b";',
      'import { type C, type D } from "c";',
      'import { type E, f } from "e";',
      'import "g";',
      'export * from "h";',
      "import {",
      "  i,",
      "  j,",
      '} from "k";',
      'const l = await import("l");',
      'export const slug = text(1); const from = "x";',
    ].join("\n");
    expect(importsOf("lib/x/y.ts", code)).toEqual([
      { target: "lib/x/a", types: false },
      { target: "b", types: true },
      { target: "c", types: true },
      { target: "e", types: false },
      { target: "h", types: false },
      { target: "k", types: false },
      { target: "g", types: false },
      { target: "l", types: false },
    ]);
  });
});

/** Files whose code holds this, other than its home. */
const elsewhere = (pattern: RegExp, home: (path: string) => boolean, rule = "") =>
  files
    .filter((file) => pattern.test(file.code) && !home(file.path) && !isAllowed(file.path, rule))
    .map((file) => file.path);
const isIn =
  (...paths: string[]) =>
  (path: string) =>
    isOf(path, ...paths);

describe("one home each", () => {
  it("process.env is read in lib/core/env.ts", () =>
    expect(elsewhere(/process\.env\b/, isIn("lib/core/env.ts"), "process.env")).toEqual([]));

  it("cookies, headers and sessions are read in lib/doors", () =>
    expect(
      elsewhere(/\b(cookies|headers|draftMode)\(\)|getServerSession|from "next\/headers"/, isIn("lib/doors")),
    ).toEqual([]));

  it("roles are compared in lib/core/access.ts", () =>
    expect(
      elsewhere(
        /\brole\s*[!=]==?|[!=]==?\s*"(ADMIN|EDITOR|AUTHOR|SUBSCRIBER|VISITOR|SYSTEM)"|\.role\s*\)?\s*(<|>)/,
        isIn("lib/core/access.ts"),
      ),
    ).toEqual([]));

  it("shapes are made in schema.ts and core", () =>
    expect(
      elsewhere(
        /\bz\s*\.\s*(strict|loose)?[oO]bject\(/,
        (path) => isOf(path, "lib/core") || path.endsWith("/schema.ts"),
      ),
    ).toEqual([]));

  it("HTML is set as it is in the component for sanitised text and the one for JSON", () =>
    expect(
      elsewhere(
        /dangerouslySetInnerHTML|\.innerHTML\b/,
        isIn("components/site/prose.tsx", "components/site/json-script.tsx"),
      ),
    ).toEqual([]));

  it("raw SQL lives in db; elsewhere only expressions over columns and placeholders", () => {
    expect(elsewhere(/\bsql(<[^`]*>)?`|\bsql\.(?!placeholder\b|param\b)/, isIn("db"), "raw sql")).toEqual([]);
    expect(elsewhere(/\bsql\.(raw|identifier|unsafe)\b/, () => false)).toEqual([]);
    // A value that is neither a column nor a placeholder would be somebody's input in a statement's text or a forgotten parameter.
    const values = files
      .filter(({ path }) => !isOf(path, "db"))
      .flatMap(({ code }) =>
        [...code.matchAll(/\bsql(?:<[^`]*>)?`((?:\$\{[^}]*\}|[^`])*)`/g)].flatMap((match) =>
          [...(match[1] ?? "").matchAll(/\$\{([^}]*)/g)].map((inner) => inner[1] ?? ""),
        ),
      );
    expect(
      values.filter(
        (value) =>
          !/^(posts|sheets|journals|table|postCategories|postTags|users|tokens|registrationCodes)\.\w+$|^column$|^(posts|post(Categories|Tags)|workingOriginalContent|visits|likes|difference)$|^sql\.(placeholder|param)\(|^(inArray|eq|and)\(/.test(
            value.trim(),
          ),
      ),
    ).toEqual([]);
  });

  it("the audit log is only added to", () =>
    expect(elsewhere(/\.(update|delete)\(\s*(schema\.)?events\b/, () => false)).toEqual([]));

  it("pages compose: no try, no catch, no SQL", () =>
    expect(
      files
        .filter(({ path, code }) => isOf(path, "app") && /\btry\s*\{|\.catch\(|\bsql`/.test(code))
        .map(({ path }) => path),
    ).toEqual([]));

  it("Next's own caches, draft mode and image optimiser are not used", () =>
    expect(
      elsewhere(
        /["']use cache["']|unstable_cache|draftMode|from "next\/(og|image|cache)"|revalidate(Tag|Path)\(/,
        () => false,
      ),
    ).toEqual([]));
});

describe("names and style", () => {
  it("no any, no ignored type errors", () =>
    expect(
      elsewhere(/(?::|\bas|<|\|)\s*any\b(?!\s*[:=(])|\bany\[\]|@ts-(ignore|nocheck|expect-error)/, () => false),
    ).toEqual([]));

  it("no barrels but that of the schema", () => {
    expect(
      files
        .filter(({ path, code }) => path !== "db/schema/index.ts" && /^\s*export\s+\*\s+from/m.test(code))
        .map(({ path }) => path),
    ).toEqual([]);
    expect(
      files
        .map(({ path }) => path)
        .filter((path) => basename(path).startsWith("index.") && !["db/index.ts", "db/schema/index.ts"].includes(path)),
    ).toEqual([]);
  });

  it("things live with their noun and are written in kebab-case", () => {
    const names = files.map(({ path }) => basename(path).replace(/\.(d\.)?tsx?$/, ""));
    expect(
      names.filter((name) => /^(utils?|helpers?|common|types|constants|manager|misc|lib|handler\d?)$/.test(name)),
    ).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.config)?$/.test(name))).toEqual([]);
  });

  it("no file is longer than 280 lines", () =>
    expect(
      files
        .filter(
          ({ path, text }) =>
            !isOf(path, "db/migrations") && text.split("\n").length > 281 && !isAllowed(path, "280 lines"),
        )
        .map(({ path, text }) => `${path}: ${text.split("\n").length - 1}`),
    ).toEqual([]));

  it("defaults stand in no shape that a change uses", () =>
    expect(
      files
        .filter(
          ({ path, code }) =>
            path.endsWith("/schema.ts") && /\.default\(/.test(code) && path !== "lib/options/schema.ts",
        )
        .map(({ path }) => path),
    ).toEqual([]));
});

describe("what the program is built from", () => {
  const json = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
    type: string;
  };
  const all = { ...json.dependencies, ...json.devDependencies };
  const newer = (is: string, least: string) => is.localeCompare(least, undefined, { numeric: true }) >= 0;

  it("is pinned exactly", () =>
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]));

  it("is not older than the versions with published holes, and not newer than Node 20 takes", () => {
    const least: Record<string, string> = {
      next: "16.4.6",
      sharp: "0.35.5",
      "next-auth": "4.24.15",
      "drizzle-orm": "0.45.4",
      "better-sqlite3": "12.11.1",
      zod: "4.6.7",
      hono: "4.13.19",
      react: "19.3.1",
      "react-dom": "19.3.1",
    };
    expect(
      Object.entries(least).filter(([name, version]) => all[name] !== undefined && !newer(all[name], version)),
    ).toEqual([]);
    for (const [name, most] of [
      ["better-sqlite3", "13"],
      ["vitest", "5"],
    ] as const)
      expect(newer(all[name] ?? "0", most)).toBe(false);
  });

  it("is what is installed", () => {
    const installed = (name: string) =>
      existsSync(`node_modules/${name}/package.json`)
        ? (JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string }).version
        : "missing";
    const wrong = Object.entries(all).filter(([name, version]) => installed(name) !== version);
    expect(wrong).toEqual([]);
  });

  it("is declared: every package that is imported stands in package.json, run-time ones under dependencies", () => {
    const nameOf = (target: string) =>
      target
        .split("/")
        .slice(0, target.startsWith("@") ? 2 : 1)
        .join("/");
    const missing = files.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ target, types }) =>
            isPackage(target) &&
            !types &&
            !path.endsWith(".config.ts") &&
            target !== "package.json" &&
            !json.dependencies[nameOf(target)],
        )
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it("has the tree of design.md at its top level", () => {
    const folders = readdirSync(".", { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => entry.name);
    expect(
      folders.filter(
        (name) =>
          !["app", "components", "lib", "db", "public", "e2e", "docs", "node_modules", "dist", "data"].includes(name),
      ),
    ).toEqual([]);
  });
});

it("the list of deviations holds nothing that is no longer needed", () =>
  expect(allowed.filter((entry) => !used.has(JSON.stringify(entry)))).toEqual([]));
