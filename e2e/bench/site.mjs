// Our server on its own empty folder, installed and filled through its API.
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cores, ended, freePort, innermost, start } from "./processes.mjs";
import { realTexts, textOf, titleOf } from "./texts.mjs";

const root = new URL("../..", import.meta.url).pathname;
export const password = "a long bench password";

export const newFolder = () => mkdtempSync(join(tmpdir(), "broadsheet-bench-"));
export const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true });

/** One whole answer, undecoded, as received. */
export function fetchRaw(port, path, headers = {}, { method = "GET", body, agent } = {}) {
  return new Promise((resolve, reject) => {
    const req = httpRequest({ port, host: "127.0.0.1", path, method, headers, agent }, (res) => {
      const chunks = [];
      res.on("data", (chunk) => chunks.push(chunk));
      res.on("end", () =>
        resolve({
          status: res.statusCode,
          headers: res.headers,
          rawHeaders: res.rawHeaders,
          body: Buffer.concat(chunks),
        }),
      );
      res.on("error", reject);
    });
    req.on("error", reject).end(body);
  });
}

/**
 * `npm start` on this folder; resolves once the home page has answered 200, with the milliseconds since the start.
 * `more` are environment variables; `core` is the one that it runs on, or null for all of them.
 */
export async function startSite(folder, more = {}, core = cores.server) {
  const port = await freePort();
  const began = performance.now();
  const settings = {
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: folder,
    LOG_LEVEL: "warn",
    NODE_ENV: "production",
    SITE_URL: "",
    DATABASE_URL: "",
    TRUST_PROXY: "1",
    ...more,
  };
  const child = start(core, "npm", ["start", "--silent"], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.resume();
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    const answer = await fetchRaw(port, "/", { accept: "text/html" }).catch(() => null);
    if (answer?.status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const ms = performance.now() - began;
  // It answers before it says that it serves, which waits for its first pages.
  while ((await fetchRaw(port, "/api/health")).status !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
  const pid = innermost(child.pid);
  return {
    port,
    pid,
    ms,
    folder,
    stop: async () => {
      process.kill(pid, "SIGTERM");
      await ended(child);
    },
  };
}

/** Calls the JSON API; returns the parsed body. */
export function client(port, token) {
  return async (method, path, given) => {
    const body = given === undefined ? undefined : JSON.stringify(given);
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    };
    const answer = await fetchRaw(port, `/api${path}`, headers, { method, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.body.length === 0 ? undefined : JSON.parse(answer.body.toString());
  };
}

/** Makes the owner and returns an access token. */
export async function install(port) {
  const call = client(port);
  await call("POST", "/admin/users", {
    username: "owner",
    nickname: "Ada Owner",
    email: "owner@example.org",
    title: "The Bench",
    password,
  });
  return signIn(port);
}

export const signIn = async (port) =>
  (await client(port)("POST", "/admin/login", { username: "owner", password })).accessToken;

/** A post as an author would send it; `seed` decides everything. */
export function newPost(seed, originalContent, { categoryIds, tagIds }) {
  const pick = (ids, count) => Array.from({ length: count }, (_, i) => ids[(seed * 7 + i * 3) % ids.length]);
  return {
    title: titleOf(seed),
    originalContent,
    status: "PUBLISHED",
    // Never in the future, which would be scheduled.
    createTime: Date.UTC(2024, 0, 1) + (seed % 20_000) * 3_600_000,
    categoryIds: pick(categoryIds, 1 + (seed % 2)),
    tagIds: pick(tagIds, 2 + (seed % 3)),
    metas: seed % 5 === 0 ? [{ key: "source", value: `notebook ${seed}` }] : [],
  };
}

const body = (seed) =>
  seed % 2 === 0 && realTexts.length > 0
    ? realTexts[seed % realTexts.length]
    : textOf(seed, 500 + ((seed * 397) % 5500));

/** 20 tags, 10 categories in two levels, and a number of published posts; returns their records. */
export async function fill(port, token, count) {
  const call = client(port, token);
  const tagIds = [];
  for (let i = 1; i <= 20; i += 1) tagIds.push((await call("POST", "/admin/tags", { name: `Subject ${i}` })).id);
  const categoryIds = [];
  for (let i = 1; i <= 10; i += 1)
    categoryIds.push(
      (
        await call("POST", "/admin/categories", {
          name: `Section ${i}`,
          description: "",
          ...(i > 5 && { parentId: categoryIds[i - 6] }),
        })
      ).id,
    );
  const relations = { tagIds, categoryIds };
  const posts = [];
  for (let seed = 1; seed <= count; seed += 1)
    posts.push(await call("POST", "/admin/posts", newPost(seed, body(seed), relations)));
  return { posts, relations };
}
