import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { account, type Api, logIn } from "./rig/api";
import { enter } from "./rig/desk";
import { ask, type Reply, signInWith } from "./rig/http";
import { root } from "./rig/server";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;
let cookie = "";
let addresses: string[] = [];

/**
 * An attack that once ran: a comment that begins in one attribute and ends in another, with script that only a comment
 * hid.
 */
const attack = [
  '<img src="/icon-180.png" alt="<!--">',
  '<img src="/icon-180.png" alt="-->">',
  "<scr<!-- -->ipt>document.title = 'attacked'</scr<!-- -->ipt>",
  "<<!-- -->script>document.title = 'attacked'<<!-- -->/script>",
  '<img src="/nothing.png" onerror="document.title = \'attacked\'">',
].join("\n\n");

test.beforeAll(async () => {
  ada = owner(server);
  await ada.must(201, "POST", "/admin/users", {
    username: "mallory",
    nickname: "Mallory",
    email: "m@example.org",
    title: "Author",
    role: "AUTHOR",
    password: "analytical engine",
  });
  const mallory = await logIn(server, { username: "mallory", password: "analytical engine" });
  const post = await mallory.post({ title: "A post <!-- with a title", originalContent: attack, slug: "a-post" });
  await mallory.post({ title: "Another", originalContent: attack, content: attack, keepRaw: true, slug: "another" });
  await mallory.post({ title: "A third", originalContent: attack, editorType: "RICHTEXT", slug: "a-third" });
  await ada.sheet({ title: "About", slug: "about" });
  await ada.category({ name: "Engines" });
  await ada.tag({ name: "looms" });
  const journal = await ada.journal({ sourceContent: attack });
  const filled: Record<string, string> = {
    n: "1",
    id: String(journal.id),
    postId: String(post.id),
    token: "none",
    month: "11",
    post: "a-post",
    last: "x",
    "...path": "docs",
    "...nextauth": "signin",
  };
  const slugs: Record<string, string> = { "/archives/": "a-post", "/categories/": "engines", "/tags/": "looms" };
  const routes = Object.values(
    JSON.parse(readFileSync(join(root, ".next/app-path-routes-manifest.json"), "utf8")) as Record<string, string>,
  );
  expect(routes.length).toBeGreaterThan(40);
  addresses = routes.map((route) =>
    route.replace(
      /\[(.*?)\]/g,
      (_all, name: string, at: number) => filled[name] ?? slugs[route.slice(0, at)] ?? "about",
    ),
  );
  addresses.push(
    "/nowhere",
    "/admin/nowhere",
    "/admin/posts/9999",
    "/search?keyword=a",
    "/search/busy",
    "/archives/another",
    "/archives/a-third",
    "/api/docs",
    "/api/nowhere",
    "/404",
    "/500",
    "/_error",
    "/_global-error",
    "/unsubscribe/none",
    "/preview/none",
    "/login?next=%2Fadmin",
    "/archives/%00",
    "/archives/a-post/",
    "/favicon.ico/",
    "/_next/static/none.js",
    "/uploads/none",
    "/uploads/2026/11/abcdefghij012345/%ff.html",
    "/sitemap/1.xml",
    "/sitemap/999.xml",
  );
  for (const name of ["signin", "signout", "error", "verify-request", "session", "csrf", "providers", "nowhere"])
    addresses.push(`/api/auth/${name}`);
  ({ cookie } = await signInWith(server, account));
});

type Node = DefaultTreeAdapterTypes.Node;
const below = (node: Node): Node[] => [node, ...("childNodes" in node ? node.childNodes.flatMap(below) : [])];

/** The scripts of a page, as a browser parses it. */
const scriptsIn = (html: string): Record<string, string>[] =>
  below(parse(html)).flatMap((node) =>
    node.nodeName === "script" && "attrs" in node
      ? [
          {
            ...Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
            text: node.childNodes.map((each) => ("value" in each ? each.value : "")).join(""),
          },
        ]
      : [],
  );

const policyOf = ({ headers }: Reply): Record<string, string[]> =>
  Object.fromEntries(
    String(headers["content-security-policy"])
      .split("; ")
      .map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1)]),
  );

/** Checks that a page's policy allows nothing unintended; returns which kind of page it is. */
function expectStrict(reply: Reply, what: string): "public" | "react" | "docs" {
  const policy = policyOf(reply);
  const scripts = policy["script-src"] ?? [];
  for (const rule of ["default-src", "script-src", "base-uri", "frame-ancestors", "form-action"])
    expect(policy[rule], `${what} ${rule}`).toBeDefined();
  expect(scripts.join(" "), what).not.toMatch(/unsafe|\*|https?:|data:|strict-dynamic/);
  expect(reply.headers["x-content-type-options"], what).toBe("nosniff");
  const found = scriptsIn(reply.text);
  expect(
    below(parse(reply.text)).flatMap((node) =>
      "attrs" in node ? node.attrs.filter(({ name }) => name.startsWith("on")) : [],
    ),
    what,
  ).toEqual([]);
  const nonce = scripts.map((source) => /^'nonce-(.+)'$/.exec(source)?.[1]).find((value) => value !== undefined);
  if (nonce !== undefined) {
    // The build makes the fallback error page, before there is a nonce; its inline scripts do not run.
    for (const script of what.endsWith("/_global-error") ? [] : found)
      expect(script.nonce, `${what} ${JSON.stringify(script).slice(0, 200)}`).toBe(nonce);
    return "react";
  }
  if (what.endsWith("/api/docs")) return "docs";
  expect(
    found.filter(
      ({ type, src, text }) =>
        !(
          type === "application/ld+json" ||
          type === "speculationrules" ||
          (type === "module" && src === "/site.js" && text === "")
        ),
    ),
    what,
  ).toEqual([]);
  return "public";
}

test("every address that answers with a page says what may run in it, whoever asks", async () => {
  const seen = { public: 0, react: 0, docs: 0 };
  const policies = new Set<string>();
  for (const headers of [
    {},
    { cookie: "unlock=x" },
    { cookie, "content-security-policy": "script-src 'nonce-chosen' 'unsafe-inline'" },
  ])
    for (const path of new Set(addresses)) {
      const reply = await ask(server, path, { headers });
      // That is the framework's page for failures of its own pages.
      if (path !== "/_global-error") expect(reply.status, path).toBeLessThan(500);
      expect(reply.headers["content-security-policy"] ?? "").not.toContain("chosen");
      expect(reply.headers["x-content-type-options"], path).toBe("nosniff");
      const type = reply.headers["content-type"] ?? "";
      // Some browsers open other documents as pages, and XML can run script.
      if (/xml/.test(type))
        expect(reply.headers["content-security-policy"], path).toMatch(/default-src 'none'.*sandbox/);
      if (type.startsWith("text/html")) expect(type, path).toBe("text/html; charset=utf-8");
      if (!type.startsWith("text/html") || reply.bytes.byteLength === 0) continue;
      const given = String(reply.headers["content-security-policy"]);
      // A preview names this site beside 'self', which frames without an origin have none of.
      const policy = path.startsWith("/preview/") ? given.replaceAll(` ${server.origin}`, "") : given;
      const page = { ...reply, headers: { ...reply.headers, "content-security-policy": policy } };
      const kind = expectStrict(page, `${JSON.stringify(headers)} ${path}`);
      seen[kind] += 1;
      if (kind === "public") policies.add(policy);
    }
  expect(seen.public).toBeGreaterThan(60);
  expect(seen.react).toBeGreaterThan(10);
  // The same for all of them, whatever their content.
  expect([...policies]).toHaveLength(1);
});

test("a nonce is another one for each answer, and in no page that is kept", async () => {
  const nonces = await Promise.all(
    Array.from({ length: 5 }, async () =>
      String((await ask(server, "/admin", { headers: { cookie } })).headers["content-security-policy"]),
    ),
  );
  expect(new Set(nonces).size).toBe(5);
  for (const path of ["/", "/archives/a-post"]) expect((await ask(server, path)).text).not.toContain("nonce");
});

test("an author's text runs nothing in anybody's browser", async ({ openUnwatched }) => {
  const page = await openUnwatched();
  await enter(page, server);
  for (const path of ["/archives/a-post", "/archives/another", "/archives/a-third", "/", "/journals", "/admin/posts"]) {
    const violations: string[] = [];
    page.on("console", (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()));
    await page.goto(server.url(path));
    await page.waitForLoadState("networkidle");
    expect(await page.title(), path).not.toBe("attacked");
    expect(violations, path).toEqual([]);
  }
});

test("the dashboard runs under its policy without a complaint, from page to page", async ({ open }) => {
  const page = await open();
  await enter(page, server);
  for (const path of [
    "/admin/posts",
    "/admin/posts/new",
    "/admin/categories",
    "/admin/tags",
    "/admin/users",
    "/admin/profile",
    "/admin/security",
  ]) {
    await page.goto(server.url(path));
    await page.waitForLoadState("networkidle");
  }
});
