// The answers in the first ten seconds after the server says that it serves: 20 requests a second of every kind.
import { fetchRaw } from "./site.mjs";

const SECONDS = 10;
const EACH_MS = 50;

/** The cookie of a signed-in browser. */
export async function signInWithBrowser(port, username, password) {
  const cookiesIn = (answer) => (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  const asked = await fetchRaw(port, "/api/auth/csrf");
  const { csrfToken } = JSON.parse(asked.body.toString());
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    origin: `http://127.0.0.1:${port}`,
    cookie: cookiesIn(asked),
  };
  const signedIn = await fetchRaw(port, "/api/auth/callback/credentials", headers, {
    method: "POST",
    body: String(new URLSearchParams({ csrfToken, username, password })),
  });
  const cookie = cookiesIn(signedIn);
  if (cookie === "") throw new Error("signing in gave no cookie");
  return cookie;
}

/** Every kind of page and list, posts and random addresses in between; `n` decides which. */
function requestAt(n, { posts, token, cookie }) {
  const post = posts[(n * 37) % posts.length];
  const json = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const kinds = [
    ["GET", "/"],
    ["GET", post.url],
    ["GET", "/admin/posts", { cookie }],
    ["GET", `/nobody-${n}`],
    ["GET", "/archives"],
    [
      "POST",
      "/api/admin/posts",
      json,
      JSON.stringify({
        title: `While warming up ${n}`,
        originalContent: "A text with `code`.\n\n```js\nconst a = 1;\n```",
        status: "PUBLISHED",
        createTime: 1_600_000_000_000 + n,
      }),
    ],
    ["GET", `/admin/posts/${post.id}`, { cookie }],
    ["GET", "/tags/subject-1"],
    ["GET", "/categories/section-1"],
    ["GET", "/feed.xml"],
    ["GET", "/api/content/posts"],
    ["GET", "/api/admin/posts", json],
    ["GET", "/search?keyword=light"],
    ["GET", "/admin/categories", { cookie }],
    ["GET", "/tags"],
    ["GET", "/categories"],
    ["GET", "/journals"],
    ["GET", "/photos"],
    ["GET", "/links"],
    ["GET", "/sitemap.xml"],
  ];
  const [method, path, headers = {}, body] = kinds[n % kinds.length];
  return { method, path, headers: { "accept-encoding": "br", ...headers }, body };
}

/** The slowest answer of each second, in milliseconds, with its request. */
export async function firstSeconds(port, given) {
  const slowest = Array.from({ length: SECONDS }, () => ({ ms: 0, path: "" }));
  const running = [];
  const began = performance.now();
  for (let n = 0; n < (SECONDS * 1000) / EACH_MS; n += 1) {
    const wait = began + n * EACH_MS - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const { method, path, headers, body } = requestAt(n, given);
    const sent = performance.now();
    running.push(
      fetchRaw(port, path, headers, { method, body }).then(({ status }) => {
        if (status >= 500) throw new Error(`${method} ${path}: ${status}`);
        const second = slowest[Math.floor((n * EACH_MS) / 1000)];
        const ms = performance.now() - sent;
        if (ms > second.ms) Object.assign(second, { ms, path });
      }),
    );
  }
  await Promise.all(running);
  return slowest;
}
