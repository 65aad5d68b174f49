import { readFileSync } from "node:fs";
import { join } from "node:path";
import { account, type Api } from "./rig/api";
import { ask, elsewhere, json, pour, type Reply, sendRaw, signInWith } from "./rig/http";
import { LINGER_MS } from "../lib/patches/async-context";
import { leniency } from "./rig/leniency";
import { root } from "./rig/server";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;
let cookie = "";
/** The cookie of an ended session. */
let ended = "";
const KB = 1024;
/** A stranger's bound, and the bytes that are under way when the answer comes. */
const [MOST, UNDER_WAY] = [64 * KB, 12 * KB * KB];

test.beforeAll(async () => {
  ada = owner(server);
  await ada.post({ title: "A post" });
  ({ cookie: ended } = await signInWith(server, account));
  for (const { id } of await ada.get<{ id: number }[]>("/admin/profile/sessions"))
    await ada.call("DELETE", `/admin/profile/sessions/${id}`);
  ({ cookie } = await signInWith(server, account));
  for (const signedIn of [ended, cookie]) expect(signedIn).toContain("session-token");
});

/** An action that no build has. */
const actionId = "40".padEnd(42, "a");
/** The server actions of this build. */
const actions = () =>
  (
    JSON.parse(readFileSync(join(root, ".next/server/server-reference-manifest.json"), "utf8")) as {
      node: Record<string, { exportedName?: string }>;
    }
  ).node;
type Target = { method: string; path: string; lines: string[] };

/**
 * Every way to send a body: each line of the API's document that takes one, the addresses of forms and actions, and
 * next-auth's.
 */
async function targets(): Promise<Target[]> {
  const { paths } = JSON.parse((await ask(server, "/api/openapi.json")).text) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, unknown> } }>>;
  };
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      Object.keys(requestBody?.content ?? {}).map((type) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/g, "1"),
        lines: [`Content-Type: ${type}${type.startsWith("multipart") ? "; boundary=x" : ""}`],
      })),
    ),
  );
  expect(lines.length).toBeGreaterThan(60);
  const pages = [
    "/",
    "/archives/a-post",
    "/login",
    "/register",
    "/setup",
    "/set-password",
    "/search",
    "/nowhere",
    "/admin/posts",
    "/admin/posts/new",
    "/unsubscribe/x",
    "/scheme",
    "/login/here",
    "/api/auth/callback/credentials",
    "/api/auth/callback/factor",
    "/api/auth/signin",
    "/api/auth/signout",
    "/api/auth/_log",
  ];
  const kinds = [
    ["Content-Type: multipart/form-data; boundary=x"],
    ["Content-Type: application/x-www-form-urlencoded"],
    ["Content-Type: application/json"],
    ["Content-Type: text/plain;charset=UTF-8", `Next-Action: ${actionId}`],
    ["Content-Type: multipart/form-data; boundary=x", `Next-Action: ${actionId}`],
    ["Content-Type: application/octet-stream"],
  ];
  const acts = Object.keys(actions()).map((id) => ({
    method: "POST",
    path: "/login",
    lines: ["Content-Type: text/plain;charset=UTF-8", `Next-Action: ${id}`],
  }));
  expect(acts.length).toBeGreaterThan(30);
  return [...lines, ...acts, ...pages.flatMap((path) => kinds.map((lines) => ({ method: "POST", path, lines })))];
}

const headOf = ({ method, path, lines }: Target, ...more: string[]) => [
  `${method} ${path} HTTP/1.1`,
  `Host: localhost:${server.port}`,
  ...lines,
  ...more,
];

/** Does something for many, some at a time: a refused sender is listened to for two seconds, in which nothing else happens. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
    }),
  );
}

const refused = [400, 401, 403, 404, 405, 413, 415];

test("a stranger's body without end is refused at every address, and the connection ends with the answer", async () => {
  const chunk = "a".repeat(16 * KB);
  const chunked = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  await each(await targets(), async (target) => {
    const what = JSON.stringify(target);
    for (const [framing, piece, most] of [
      ["Transfer-Encoding: chunked", chunked, undefined],
      [`Content-Length: ${10 * MOST}`, chunk, 10 * MOST],
      ["Content-Length: 314572800", chunk, 314_572_800],
    ] as const) {
      const { status, headers, sent, letGo } = await pour(server, headOf(target, framing), piece, most, elsewhere());
      expect(refused, `${what} ${framing}`).toContain(status);
      expect(headers.connection, what).toBe("close");
      expect(letGo, what).toBe(true);
      expect(sent, what).toBeLessThan(MOST + UNDER_WAY);
    }
  });
});

test("a token or cookie that does not hold lets nobody send more", async () => {
  const strangers = [
    "Authorization: Bearer nothing",
    `Authorization: Bearer ${"a".repeat(43)}`,
    "Cookie: next-auth.session-token=eyJhbGciOiJkaXIifQ..x.y.z",
  ];
  for (const line of strangers)
    for (const target of [
      { method: "POST", path: "/api/admin/posts", lines: ["Content-Type: application/json", line] },
      {
        method: "POST",
        path: "/admin/posts",
        lines: ["Content-Type: text/plain", `Next-Action: ${actionId}`, `Origin: ${server.origin}`, line],
      },
    ]) {
      const { status, headers } = await pour(
        server,
        headOf(target, "Content-Length: 1000000"),
        "a".repeat(KB),
        1_000_000,
      );
      expect([401, 413], `${target.path} ${line}`).toContain(status);
      expect(headers.connection).toBe("close");
    }
});

test("whoever is signed in may send as much as an operation takes, and no more", async () => {
  const text = (length: number) => ({ title: "Long", originalContent: "x".repeat(length) });
  expect((await ada.call("POST", "/admin/posts", text(2 * KB * KB - 200))).status).toBe(201);
  expect((await ada.call("POST", "/admin/posts", text(2 * KB * KB + 200))).status).toBe(413);
  const own = [
    "Content-Type: text/plain;charset=UTF-8",
    `Next-Action: ${actionId}`,
    `Origin: ${server.origin}`,
    `Cookie: ${cookie}`,
  ];
  const action = (length: number) =>
    pour(
      server,
      headOf({ method: "POST", path: "/admin/posts", lines: own }, `Content-Length: ${length}`, "Connection: close"),
      "1".repeat(16 * KB),
      length,
    );
  expect((await action(2 * KB * KB)).status).toBe(409);
  expect((await action(10 * KB * KB)).status).toBe(413);
});

test("what comes too slowly is told so and let go of: heads after 10 seconds, bodies after 30", async () => {
  test.slow();
  const begun = Date.now();
  const seconds = () => (Date.now() - begun) / 1000;
  const heads = Promise.all(
    ["GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow", "POST /login/here HTTP/1.1\r\n"].map(async (bytes) =>
      expect(await sendRaw(server, bytes)).toMatch(/^HTTP\/1.1 408 /),
    ),
  ).then(seconds);
  const bodies = Promise.all(
    [
      { method: "POST", path: "/login/here", lines: ["Content-Type: application/json"] },
      { method: "POST", path: "/api/content/posts/comments", lines: ["Content-Type: application/json"] },
      { method: "POST", path: "/login", lines: ["Content-Type: multipart/form-data; boundary=x"] },
      {
        method: "POST",
        path: "/api/auth/callback/credentials",
        lines: ["Content-Type: application/x-www-form-urlencoded"],
      },
      { method: "POST", path: "/scheme", lines: ["Content-Type: application/x-www-form-urlencoded"] },
    ].flatMap((target) =>
      ["Content-Length: 1000", "Transfer-Encoding: chunked"].map(async (framing) => {
        const { status, headers, letGo } = await pour(server, headOf(target, framing));
        expect([status, headers.connection, letGo], target.path).toEqual([408, "close", true]);
      }),
    ),
  ).then(seconds);
  expect(await heads).toBeLessThan(25 * leniency);
  expect(await bodies).toBeGreaterThan(29);
  expect(await bodies).toBeLessThan(60 * leniency);
});

test("a length that lies is no way around", async () => {
  const short = await pour(
    server,
    headOf(
      { method: "POST", path: "/login/here", lines: ["Content-Type: application/json"] },
      "Content-Length: 5",
      "Connection: close",
    ),
    '{"username":"x"}',
    16,
  );
  expect([400, 401, 200]).toContain(short.status);
  const both = await pour(
    server,
    headOf(
      { method: "POST", path: "/login/here", lines: ["Content-Type: application/json"] },
      "Content-Length: 5",
      "Transfer-Encoding: chunked",
    ),
    "5\r\nhello\r\n",
    10,
  );
  expect(both.status).toBe(400);
});

test("depth and names are bounded before anything is parsed, and a refusal repeats few of them", async () => {
  const deep = "[".repeat(10_000) + "]".repeat(10_000);
  const origin = { origin: server.origin };
  expect((await ask(server, "/login/here", json(deep, origin))).status).toBe(400);
  expect((await ask(server, "/api/content/posts/comments", json(deep))).status).toBe(400);
  expect(
    (
      await ask(server, "/login", {
        method: "POST",
        headers: { ...origin, "content-type": "text/plain", "next-action": actionId },
        body: deep,
      })
    ).status,
  ).toBe(400);
  const multipart = { "content-type": "multipart/form-data; boundary=x" };
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  expect(
    (
      await ask(server, "/login", {
        method: "POST",
        headers: { ...origin, ...multipart, "next-action": actionId },
        body: `${part("0", deep)}--x--\r\n`,
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await ask(server, "/login", {
        method: "POST",
        headers: { ...origin, ...multipart },
        body: `${part("$ACTION_REF_1", "")}${part("$ACTION_1:0", deep)}--x--\r\n`,
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await ask(server, "/login", {
        method: "POST",
        headers: { ...origin, ...multipart },
        body: `${part("$ACTION_KEY", "").repeat(1_001)}--x--\r\n`,
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await ask(server, "/scheme", {
        method: "POST",
        headers: { ...origin, "content-type": "application/x-www-form-urlencoded" },
        body: "a&".repeat(2_000),
      })
    ).status,
  ).toBe(400);

  const withNames = async (count: number) => {
    const names = Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 1]));
    const comment = json({ author: "A", content: "x", postId: 1, ...names });
    const { status, text } = await ask(server, "/api/content/posts/comments", comment);
    return [status, JSON.parse(text).errors?.length];
  };
  expect(await withNames(400)).toEqual([400, 10]);
  expect(await withNames(5_000)).toEqual([400, undefined]);
  const many = await ada.call<{ errors: unknown[] }>(
    "PUT",
    "/admin/links/batch",
    Array.from({ length: 1_000 }, () => ({})),
  );
  expect([many.status, many.body.errors.length]).toEqual([400, 50]);
  expect(
    (
      await ada.call("POST", "/admin/posts", {
        title: "x",
        ...Object.fromEntries(Array.from({ length: 25_000 }, (_, i) => [`n${i}`, 1])),
      })
    ).status,
  ).toBe(400);
});

test("an address is bounded like a body", async () => {
  for (const path of [
    `/?${"a".repeat(9_000)}`,
    `/search?${"a=1&".repeat(300)}`,
    `/api/content/posts?${"a=1&".repeat(300)}`,
    `/${"a".repeat(9_000)}`,
  ])
    expect((await ask(server, path)).status, path.slice(0, 20)).toBe(400);
  expect((await ask(server, "/", { headers: { "x-long": "a".repeat(20_000) } })).status).toBe(431);
});

/** The fields of the first posting form of a page. */
function formIn({ text }: Reply): [string, string][] {
  const form = /<form[^>]*method="(?:POST|post)"[\s\S]*?<\/form>/.exec(text)?.[0] ?? "";
  return [...form.matchAll(/<input[^>]*name="([^"]*)"(?:[^>]*value="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
    name,
    value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  ]);
}

test("a form or action that cannot be read is the sender's fault, and no failure in the log", async () => {
  // As long as browsers': a parser takes a line that begins like it inside a value for its end.
  const line = "form-boundary-0123456789abcdef";
  const pages = ["/login", "/set-password", "/archives/a-post", "/register"];
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    ask(server, path, {
      method: "POST",
      from: elsewhere(),
      headers: {
        host: new URL(server.origin).host,
        origin: server.origin,
        "content-type": `multipart/form-data; boundary=${line}`,
        ...headers,
      },
      body,
    });
  const form = (fields: readonly (readonly [string, string])[]) =>
    `${fields.map(([name, value]) => `--${line}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--${line}--\r\n`;
  let forms = 0;
  for (const path of pages) {
    const fields = formIn(await ask(server, path));
    if (!fields.some(([name]) => name === "form" || name.startsWith("$ACTION"))) continue;
    forms += 1;
    expect((await post(path, form(fields))).status, path).toBeLessThan(400);
    const garbled = [
      "",
      "garbage",
      `--${line}`,
      `--${line}\r\n\r\n`,
      form(fields).slice(0, -20),
      form([["a", "b"]]),
      form([[`$ACTION_ID_${"0".repeat(42)}`, ""]]),
      form([["$ACTION_ID_", ""]]),
      form([["$ACTION_REF_9", ""]]),
      form([
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", "{"],
      ]),
      form([
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", '{"id":"__proto__","bound":null}'],
      ]),
    ];
    for (const body of garbled) expect([400, 409], `${path} ${body}`).toContain((await post(path, body)).status);
    for (const [name] of fields) {
      expect(
        (await post(path, form(fields.filter(([other]) => other !== name)))).status,
        `${path} without ${name}`,
      ).toBeLessThan(500);
      expect(
        (await post(path, form(fields.map(([other, value]) => [other, other === name ? "$Q9\0{[" : value] as const))))
          .status,
        `${path} with a garbled ${name}`,
      ).toBeLessThan(500);
    }
  }
  expect(forms).toBeGreaterThan(2);
  for (const id of ["", "x", "../..", "0".repeat(40), "0".repeat(42), "__proto__"])
    expect([400, 409], id).toContain(
      (await post("/login", "[]", { "content-type": "text/plain", "next-action": id })).status,
    );
  expect(server.failures()).toEqual([]);
});

test("what the framework writes to the console is a line of the log like any other, with the request it is about", async () => {
  await ask(server, "/login", {
    method: "POST",
    headers: { origin: server.origin, "content-type": "text/plain", "next-action": actionId },
    body: "[]",
  });
  await expect.poll(() => server.stderr).toContain(actionId.slice(0, 10));
  const lines = server.stderr
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { level: number; requestId?: string });
  expect(lines.at(-1)).toMatchObject({ level: 40, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test("what strangers send in vain writes few lines into the log, and not none", async () => {
  const before = server.stderr.length;
  for (let i = 0; i < 60; i += 1)
    for (const path of ["/login", "/archives/a-post"])
      await ask(server, path, {
        method: "POST",
        headers: { origin: server.origin, "content-type": "text/plain", "next-action": actionId },
        body: "[]",
      });
  const lines = server.stderr
    .slice(before)
    .split("\n")
    .filter((line) => line !== "");
  // This many a minute; two may have begun.
  expect(lines.length).toBeLessThanOrEqual(20);
  expect(server.stderr).toContain(actionId.slice(0, 10));
  expect(server.failures()).toEqual([]);
});

test("a page is made for GET, HEAD and its own forms: nothing else has it made", async () => {
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "LOCK"]) {
    const { status, headers } = await ask(server, "/archives/a-post", { method });
    expect([status, headers.allow], method).toEqual([405, "GET, HEAD, POST"]);
  }
  for (const type of ["application/x-www-form-urlencoded", "application/json", "text/plain"])
    expect(
      (
        await ask(server, "/archives/a-post", {
          method: "POST",
          from: elsewhere(),
          headers: { host: new URL(server.origin).host, origin: server.origin, "content-type": type },
          body: "a=b",
        })
      ).status,
      type,
    ).toBe(400);
});

test("requests sent ahead on one connection keep nobody waiting", async () => {
  const ahead = Array.from({ length: 3_000 }, (_, i) => `GET /login?${i} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join("");
  const begun = performance.now();
  const crowd = sendRaw(server, ahead).catch(() => "");
  for (let i = 0; i < 5; i += 1) expect((await ask(server, `/nowhere-${i}`)).status).toBe(404);
  await crowd;
  expect(performance.now() - begun).toBeLessThan(10_000 * leniency);
});

test("what cannot be a host is refused as any other fault of a sender", async () => {
  for (const path of ["/nowhere", "/api/nowhere", "/api/content/posts"])
    for (const method of ["GET", "POST"])
      expect(
        await sendRaw(server, `${method} ${path} HTTP/1.1\r\nHost: xn--\r\nConnection: close\r\n\r\n`),
        `${method} ${path}`,
      ).toMatch(method === "GET" && path.includes("content") ? /^HTTP\/1\.1 (200|400) / : /^HTTP\/1\.1 400 /);
});

test("a proxy hears by HTTP/1.0, which names no host, whether the server is well", async () => {
  for (const path of ["/api/ready", "/api/health"])
    expect(await sendRaw(server, `GET ${path} HTTP/1.0\r\n\r\n`), path).toMatch(/^HTTP\/1\.1 200 /);
});

test("who asks whether to send a body is told to where it is wanted, and refused before it is sent where not", async () => {
  const head = (path: string, bytes: number) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`;
  for (const path of ["/login/here", "/api/content/posts/comments", "/api/admin/posts", "/login"]) {
    const answer = await sendRaw(server, head(path, 100 * KB * KB), elsewhere());
    expect(answer, path).toMatch(/^HTTP\/1\.1 413 /);
  }
  expect(await sendRaw(server, `${head("/api/content/posts/comments", 2)}{}`, elsewhere())).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /,
  );
});

test("an action whose sign-in has ended says so, however much it was sent with", async () => {
  const [id = ""] = Object.entries(actions()).find(([, { exportedName }]) => exportedName === "updatePostAction") ?? [];
  expect(id).not.toBe("");
  const answer = await ask(server, "/admin/posts/1", {
    method: "POST",
    headers: {
      origin: server.origin,
      cookie: ended,
      accept: "text/x-component",
      "content-type": "text/plain;charset=UTF-8",
      "next-action": id,
    },
    body: JSON.stringify([{ postId: 1, title: "x", originalContent: "x".repeat(200 * KB) }]),
  });
  expect(answer.text).toContain("unauthenticated");
});

/** An action as the framework's own script calls it. */
const callAction = (path: string, name: string, body: string, from: string) => {
  const [id = ""] = Object.entries(actions()).find(([, { exportedName }]) => exportedName === name) ?? [];
  const headers = {
    "next-action": id,
    "content-type": "text/plain;charset=UTF-8",
    "sec-fetch-site": "same-origin",
  };
  return ask(server, path, { method: "POST", headers, body, from });
};

test("an action of a form that is called without one is the sender's fault", async () => {
  const onAccountPages = ["signInAction", "factorAction", "setupAction", "registerAction", "setPasswordAction"];
  for (const name of onAccountPages)
    for (const given of ["[]", '["$undefined","$undefined"]', '[{"ok":false},{"get":"x"}]', '[{"ok":false},["a"]]'])
      expect((await callAction("/login", name, given, "127.0.0.9")).status, `${name} ${given}`).toBe(400);
  expect(server.failures()).toEqual([]);
});

// In all fewer requests than one network may have answered in a minute.
const CROWD = 24;
const ROUNDS = 2;

/**
 * How many answers a crowd gets while somebody waits for one: the fewest of some rounds, since this machine may hold
 * the sender itself up. Each of the crowd asks again once it is answered, so that there are as many before somebody
 * however fast the server is, and all of them would be answered first if answers were made in the order of asking.
 */
async function overtaking(crowd: (i: number) => Promise<Reply>, somebody: (i: number) => Promise<Reply>) {
  let [answered, i] = [0, 0];
  const over = new AbortController();
  const all = Promise.all(
    Array.from({ length: CROWD }, async () => {
      while (!over.signal.aborted) {
        expect((await crowd((i += 1))).status).toBe(200);
        answered += 1;
      }
    }),
  );
  const counts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = answered;
    // By then every one of the crowd has asked.
    await expect.poll(() => answered, { intervals: [10] }).toBeGreaterThan(begun + CROWD);
    const before = answered;
    expect((await somebody(round)).status).toBe(200);
    counts.push(answered - before);
  }
  over.abort();
  await all;
  return Math.min(...counts);
}

test("forms that sign in are made in turn like all other pages, so that a crowd before them keeps nobody waiting", async () => {
  const paths = ["/login", "/register", "/set-password"];
  const overtaken = await overtaking(
    (i) => ask(server, `${paths[i % 3]}?${i}`, { from: "127.0.0.7" }),
    (i) => ask(server, `/search?keyword=somebody${i}`, { from: "127.0.0.8" }),
  );
  expect(overtaken).toBeLessThan(CROWD / 2);
});

test("a file of any length is sent while it is made, never held whole, and runs nothing in a browser", async () => {
  const path = "/admin/logs/export?format=csv";
  const { status, headers, text } = await ask(server, path, { headers: { cookie } });
  expect([status, text.split("\r\n")[0]]).toEqual([
    200,
    "\ufeffid,createTime,actorId,actorName,operation,subject,summary",
  ]);
  expect(headers).toMatchObject({
    "transfer-encoding": "chunked",
    "cache-control": "no-store",
    "content-disposition": 'attachment; filename="audit-log.csv"',
    "content-security-policy": expect.stringContaining("sandbox"),
    "x-content-type-options": "nosniff",
  });
  expect((await ask(server, path)).status, "for a stranger").toBe(307);
});

test("a file that is sent while it is made comes whole whenever it begins, also when all other answers are done", async () => {
  const asked = { headers: { cookie } };
  expect((await ask(server, "/admin/tags", asked)).status).toBe(200);
  // A second after the last answer the contexts of requests are let go; some of these downloads begin at that moment.
  const lettingGo = performance.now() + 1.1 * LINGER_MS;
  const download = async () => {
    const statuses: number[] = [];
    while (performance.now() < lettingGo)
      statuses.push((await ask(server, "/admin/logs/export?format=csv", asked)).status);
    return statuses;
  };
  const all = (await Promise.all([download(), download(), download(), download()])).flat();
  expect(all.filter((status) => status !== 200)).toEqual([]);
});

test("a name that every object has is a word like others in every address", async () => {
  for (const page of ["/login", "/login/factor", "/login/forgot", "/register", "/set-password", "/search", "/"])
    for (const word of ["__proto__", "constructor", "toString"]) {
      const query = ["error", "next", "code", "token", "keyword", "page", word]
        .map((name) => `${name}=${word}`)
        .join("&");
      expect([page, word, (await ask(server, `${page}?${query}`)).status < 500]).toEqual([page, word, true]);
    }
});

// The last test of this file, since it uses up the strangers' allowance of this machine for a minute.
test("forms of one network's strangers have an end, those of whoever is signed in have none", async () => {
  const post = async (more: Record<string, string> = {}) =>
    (
      await ask(server, "/api/auth/signin", {
        method: "POST",
        headers: { origin: server.origin, "content-type": "application/x-www-form-urlencoded", ...more },
        body: "a=b",
      })
    ).status;
  let last = 0;
  for (let i = 0; i < 130 && last !== 429; i += 1) last = await post();
  expect(last).toBe(429);
  for (let i = 0; i < 130; i += 1) expect(await post({ cookie })).not.toBe(429);
});
