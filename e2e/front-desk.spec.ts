import { account, type Api } from "./rig/api";
import { ask, json, sendRaw } from "./rig/http";
import { owner, serveSite, sessionOf } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;
let post: { id: number; url: string };
let signedIn: string;
const all = () => [
  "/",
  post.url,
  "/categories",
  "/tags",
  "/feed.xml",
  "/sitemap.xml",
  "/robots.txt",
  "/api/content/posts",
  `/api/content/posts/${post.id}`,
  "/api/content/categories",
];
const isPage = (headers: { "content-type"?: string }) => headers["content-type"]?.startsWith("text/html");

test.beforeAll(async () => {
  ada = owner(server);
  signedIn = await sessionOf(server, account);
  post = await ada.post({
    title: "Packed well",
    originalContent: "Some words that repeat, some words that repeat.\n\n".repeat(20),
  });
});

test("every public answer carries a strong ETag of its own for each packing, and is known again by it", async () => {
  for (const path of all()) {
    const tags = new Set<string>();
    for (const encoding of ["identity", "gzip", "br"]) {
      const headers = encoding === "identity" ? {} : { "accept-encoding": encoding };
      const first = await ask(server, path, { headers });
      expect(first.status, path).toBe(200);
      expect(first.headers["cache-control"], path).toBe("public, max-age=0, must-revalidate");
      expect(first.headers.vary, path).toMatch(/accept-encoding/i);
      const etag = first.headers.etag ?? "";
      expect(etag, path).toMatch(/^"[^"]{10,}"$/);
      tags.add(etag);
      const again = await ask(server, path, { headers: { ...headers, "if-none-match": etag } });
      expect(again.status, `${path} with ${etag}`).toBe(304);
      expect(again.bytes.byteLength).toBe(0);
      expect(again.headers.etag).toBe(etag);
      expect((await ask(server, path, { headers: { ...headers, "if-none-match": '"something-else"' } })).status).toBe(
        200,
      );
      const inPlain = await ask(server, path);
      expect(first.text, `${path} in ${encoding}`).toBe(inPlain.text);
      if (inPlain.bytes.byteLength >= 256) expect(first.headers["content-encoding"] ?? "identity", path).toBe(encoding);
    }
    if ((await ask(server, path)).bytes.byteLength >= 256) expect(tags.size, path).toBe(3);
  }
});

test("a packing that is refused is not sent", async () => {
  const reply = await ask(server, "/", { headers: { "accept-encoding": "br;q=0, gzip" } });
  expect(reply.headers["content-encoding"]).toBe("gzip");
  expect(
    (await ask(server, "/", { headers: { "accept-encoding": "br;q=0, gzip;q=0" } })).headers["content-encoding"],
  ).toBeUndefined();
});

test("an ETag changes with the page", async () => {
  const before = await ask(server, post.url);
  await ada.change(post.id, { originalContent: "Other words." });
  const after = await ask(server, post.url, { headers: { "if-none-match": before.headers.etag } });
  expect(after.status).toBe(200);
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect(after.text).toContain("Other words.");
});

test("HEAD answers as GET, without the body", async () => {
  for (const path of [...all(), "/nothing-here", "/api/content/posts/99999"]) {
    const [get, head] = [await ask(server, path), await ask(server, path, { method: "HEAD" })];
    const facts = ({ status, headers }: typeof get) => ({
      status,
      etag: headers.etag,
      type: headers["content-type"],
      length: headers["content-length"],
      csp: headers["content-security-policy"],
    });
    expect(facts(head), path).toEqual(facts(get));
    expect(head.bytes.byteLength, path).toBe(0);
  }
});

test("a query that nobody reads changes nothing", async () => {
  const clean = await ask(server, post.url);
  for (const noise of ["?utm_source=x", `?${"a=1&".repeat(50)}`, "?page=", "?__proto__=1", "?_rsc=abc"]) {
    const reply = await ask(server, post.url + noise);
    expect(reply.status, noise).toBe(200);
    expect(reply.text, noise).toBe(clean.text);
    expect(reply.headers.etag, noise).toBe(clean.headers.etag);
  }
});

test("a visitor's cookies reach no page that others are shown", async () => {
  const session = await ask(server, post.url, { headers: { cookie: signedIn } });
  expect(session.status).toBe(200);
  expect(session.headers["cache-control"]).toBe("no-store");
  const dark = await ask(server, post.url, { headers: { cookie: "scheme=dark; other=1" } });
  expect(dark.text).toContain('data-scheme="dark"');
  expect((await ask(server, post.url)).text).not.toContain("data-scheme=");
  expect((await ask(server, post.url, { headers: { cookie: "scheme=%22%3E%3Cscript%3E" } })).text).toBe(
    (await ask(server, post.url)).text,
  );
});

test("a cookie that somebody invented changes nothing: the kept page answers", async () => {
  const kept = await ask(server, post.url);
  for (const cookie of ["unlock=post:1.abc", "waiting=1.abc", "next-auth.session-token=abc", `${signedIn}x`]) {
    const reply = await ask(server, post.url, { headers: { cookie } });
    expect([reply.status, reply.headers.etag], cookie).toEqual([200, kept.headers.etag]);
  }
});

test("a header that makes an answer somebody's own does so when it is sent twice", async () => {
  const answerTo = (path: string, lines: readonly string[]) =>
    sendRaw(server, [`GET ${path} HTTP/1.1`, "Host: localhost", ...lines, "Connection: close", "", ""].join("\r\n"));
  for (const path of [post.url, "/api/content/posts"]) {
    await ask(server, path);
    expect(await answerTo(path, []), path).toMatch(/\r\nCache-Control: public/i);
  }
  const own = [
    [post.url, "Cookie: scheme=dark", `cookie: ${signedIn}`],
    [post.url, "Cookie: ", `cookie: ${signedIn}`],
    ["/api/content/posts", "Authorization: ", "authorization: Bearer x"],
    ["/api/content/posts", "X-Content-Password: ", "x-content-password: x"],
  ] as const;
  for (const [path, ...lines] of own)
    expect(await answerTo(path, lines), lines.join()).toMatch(/\r\nCache-Control: no-store/i);
});

test("an address that is still to be resolved is refused, whatever it leads to, so that nothing gets past the desk", async () => {
  const wrong = json({ username: "nobody", password: "wrong" });
  expect((await ask(server, "/api/admin/login", wrong)).status).toBe(401);
  for (const path of [
    "/x/../api/admin/login",
    "/./api/admin/login",
    "/api/auth/%2e%2e/admin/login",
    "/.%2E/api/admin/login",
  ])
    expect((await ask(server, path, wrong)).status, path).toBe(400);
  for (const path of ["/x/../api/content/posts", "/./site.js", "/archives#1", "/x/..\\admin", "/\\evil.example/"])
    expect((await ask(server, path)).status, path).toBe(400);
  expect((await ask(server, "/archives/a..b")).status).toBe(404);
});

test("a visitor's headers reach no page that others are shown", async () => {
  const hostile = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.example",
    "x-original-url": "/admin",
    "x-rewrite-url": "/admin",
    "x-middleware-subrequest": "middleware",
    "user-agent": "evil-agent",
    "accept-language": "zh-CN",
  };
  const path = (await ada.post({ title: "Poisoned?", originalContent: "No." })).url;
  const poisoned = await ask(server, path, { headers: hostile });
  const clean = await ask(server, path);
  expect(poisoned.text).toBe(clean.text);
  expect(clean.text).not.toContain("evil");
  for (const feed of ["/feed.xml", "/sitemap.xml", "/robots.txt", "/nowhere"]) {
    await ask(server, feed, { headers: hostile });
    expect((await ask(server, feed)).text, feed).not.toContain("evil");
  }
});

test("every page says what may run in it, and that is nothing that was written into it", async () => {
  for (const path of [...all(), "/nothing-here", "/setup", "/categories/none", "/page/0"]) {
    const { headers, text } = await ask(server, path);
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["x-powered-by"], path).toBeUndefined();
    expect(headers["set-cookie"], path).toBeUndefined();
    if (!isPage(headers)) continue;
    const policy = String(headers["content-security-policy"]);
    expect(policy, path).not.toContain("unsafe");
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      "form-action 'self'",
    ])
      expect(policy, path).toContain(rule);
    expect(headers["referrer-policy"], path).toBe("strict-origin-when-cross-origin");
    expect(headers["cross-origin-opener-policy"], path).toBe("same-origin");
    expect(text, path).not.toMatch(/\son\w+=|style=|javascript:/);
  }
});

test("the same missing page is there for every missing address", async () => {
  for (const path of [
    "/nowhere",
    "/archives/nowhere",
    "/categories/nowhere",
    "/tags/nowhere",
    "/page/99999",
    "/page/x",
    "/archives/%E4%BD%A0",
    "/archives/%00",
    "/archives/%",
    "/archives/%ff",
    "/%c0%ae/",
    "/archives/%25",
    "/archives/%2525",
    "/a/b/c/d/e",
    "/archives/..%2f..%2fetc%2fpasswd",
    "/_next/static/nothing.js",
    "/.env",
    "/.git/config",
    "/data/broadsheet.db",
  ]) {
    const reply = await ask(server, path);
    expect([400, 404], `${path} ${reply.text.slice(0, 200)}`).toContain(reply.status);
    expect(reply.text, path).not.toMatch(/<script(?! type="(?:speculationrules"|module" src="\/site\.js"><))/);
    if (isPage(reply.headers)) expect(reply.text, path).toMatch(/There is nothing here.*<form[^>]*action="\/search"/s);
  }
});

/** A kept answer for everybody, and one made for this request alone, which the desk does not look up. */
async function bothWays(path: string) {
  const kept = await ask(server, path);
  const own = await ask(server, path, { headers: { cookie: "unlock=nothing" } });
  return { kept: kept.status, own: own.status, place: [kept.headers.location, own.headers.location] };
}

test("what the desk looks up beforehand is there exactly where its page would be", async () => {
  const future = new Date(Date.now() + 86_400_000).toISOString();
  const records = [
    await ada.post({ title: "Plain" }),
    await ada.post({ title: "Draft", status: "DRAFT" }),
    await ada.post({ title: "Private", status: "INTIMATE" }),
    await ada.post({ title: "Private behind a form", status: "INTIMATE", password: "open sesame" }),
    await ada.post({ title: "Behind a form", password: "open sesame" }),
    await ada.post({ title: "Coming", createTime: future }),
    await ada.post({ title: "潮汐" }),
  ];
  const moved = await ada.post({ title: "Moved", slug: "moved-from" });
  await ada.must(200, "PUT", `/admin/posts/${moved.id}`, { title: "Moved", slug: "moved-to" });
  const sheets = [];
  for (const [title, status] of [
    ["About", "PUBLISHED"],
    ["Unfinished", "DRAFT"],
    ["Own", "INTIMATE"],
  ])
    sheets.push(
      await ada.must<{ slug: string }>(201, "POST", "/admin/sheets", { title, status, originalContent: "x" }),
    );
  const tag = await ada.must<{ slug: string }>(201, "POST", "/admin/tags", { name: "Found" });
  const category = await ada.must<{ slug: string }>(201, "POST", "/admin/categories", {
    name: "Found",
    description: "",
  });
  const journal = await ada.journal({ sourceContent: "A note." });
  const slugs = [...records, ...sheets, tag, category].map(({ slug }) => slug);
  const names = [...slugs, "moved-from", "moved-to", "nobody", String(journal.id), "999999", "a+b", "a&b", "%00", "~"];
  const forms = [
    (name: string) => `/${name}`,
    (name: string) => `/archives/${name}`,
    (name: string) => `/2024/05/${name}`,
    (name: string) => `/2024/05/06/${name}`,
    (name: string) => `/tags/${name}`,
    (name: string) => `/tags/${name}/page/2`,
    (name: string) => `/categories/${name}`,
    (name: string) => `/categories/${name}/page/1`,
    (name: string) => `/journals/${name}`,
    (name: string) => `/archives/${name}/5`,
    (name: string) => `/nobody/${name}`,
    (name: string) => `/no/such/place/at/${name}`,
  ];
  for (const permalink of ["/archives/{slug}", "/{slug}", "/{yyyy}/{mm}/{slug}"]) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "post_permalink", value: permalink }]);
    for (const form of forms)
      for (const name of names) {
        const path = form(name.startsWith("%") ? name : encodeURIComponent(name));
        const { kept, own, place } = await bothWays(path);
        expect(kept, `${path} with ${permalink}`).toBe(own);
        expect(place[0], path).toBe(place[1]);
      }
  }
});

test("a missing address is looked up again when something comes to stand there, and shows the site as it is now", async () => {
  const paths = ["/soon-there", "/tags/soon-there", "/no/such/place/at/all"];
  for (const path of paths) expect((await ask(server, path)).status).toBe(404);
  await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_title", value: "Another name" }]);
  for (const path of paths) {
    const { status, text } = await ask(server, path);
    expect(status).toBe(404);
    expect(text, path).toContain("Another name");
  }
  await ada.must(201, "POST", "/admin/sheets", { title: "Soon there", slug: "soon-there", status: "PUBLISHED" });
  await ada.must(201, "POST", "/admin/tags", { name: "Soon there" });
  expect((await ask(server, "/soon-there")).status).toBe(200);
  expect((await ask(server, "/tags/soon-there")).status).toBe(200);
});

test("pages that are made for each who asks are no pictures: many in one text cost nothing", async () => {
  for (const path of ["/login?1", "/register?1", "/admin", "/search?keyword=words", "/api/auth/csrf"]) {
    const as = (dest: string) => ask(server, path, { headers: { "sec-fetch-dest": dest } });
    const { status, headers } = await as("image");
    // Whoever goes back to the page sees the page, and not what its address once was for a picture.
    expect([path, status, headers["cache-control"]]).toEqual([path, 404, "no-store"]);
    expect([path, (await as("document")).status]).not.toEqual([path, 404]);
  }
});
