import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { attachments, posts } from "../../../db/schema";
import { env } from "../../core/env";
import { updateCategory } from "../taxonomy/categories/mutations";
import { createPost, updatePost } from "../writing/posts/mutations";
import { system } from "../../core/access";
import { aForm, aToken, call, logged } from "../../testing/api";
import { aCategory, aPost, eventCount, lastEvent, storedPost } from "../../testing/factories";
import { aJpeg, aPng } from "../../testing/pictures";
import { renewals } from "../../testing/jobs";
import { freshDatabase, stored } from "../../testing/setup";
import { storage } from "../../services/files/storage";
import { sweepIncoming, sweepOrphans } from "./sweeping";

type Json = Record<string, unknown>;
type Made = { id: number; url: string; name: string };
let author: { id: number; token: string };
let other: { id: number; token: string };
let editor: { id: number; token: string };

beforeEach(async () => {
  await freshDatabase();
  [author, other, editor] = [await aToken("AUTHOR"), await aToken("AUTHOR"), await aToken("EDITOR")];
  logged.length = 0;
});

const form = (name: string, bytes: Buffer | string, team?: string) =>
  aForm(name, bytes, team === undefined ? {} : { team });
async function upload(
  name: string,
  bytes: Buffer | string,
  { token = author.token, team }: { token?: string; team?: string } = {},
): Promise<Made> {
  const { status, list } = await call("POST", "/admin/attachments", { token, body: form(name, bytes, team) });
  expect(status).toBe(201);
  return list[0] as Made;
}
const replace = (id: number, name: string, bytes: Buffer | string, token = author.token) =>
  call("PUT", `/admin/attachments/${id}/file`, { token, body: form(name, bytes) });
async function folders(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage().folders(4)) names.push(name);
  return names.sort();
}
const present = async () =>
  (await stored().select().from(attachments)).map(({ folder, version }) => `${folder}/${version}`).sort();

describe("Update attachment", () => {
  it("changes name and team, and leaves its address", async () => {
    const made = await upload("first.txt", "text", { team: "A" });
    const { status, json } = await call("PUT", `/admin/attachments/${made.id}`, {
      token: author.token,
      body: { id: made.id, name: " Second ", team: "B" },
    });
    expect([status, json]).toEqual([200, { ...made, name: "Second", team: "B", updateTime: expect.any(String) }]);
    expect((await call("PUT", `/admin/attachments/${made.id}`, { token: author.token, body: {} })).json).toMatchObject({
      name: "Second",
      team: "B",
    });
    expect(
      (await call("PUT", `/admin/attachments/${made.id}`, { token: author.token, body: { name: null, team: null } }))
        .json,
    ).toMatchObject({ name: "first.txt", team: "" });
    expect(await lastEvent()).toMatchObject({ operation: "updateAttachment", subject: `attachment:${made.id}` });
  });

  it.each([
    [{ id: 999 }, "id wrong_value"],
    [{ name: "  " }, "name required"],
    [{ name: "x".repeat(256) }, "name too_long"],
    [{ url: "/elsewhere" }, "url unknown"],
    [{ mediaType: "text/html" }, "mediaType unknown"],
  ])("refuses %j, naming the field", async (body, fault) => {
    const made = await upload("first.txt", "text");
    const events = await eventCount();
    const { status, json } = await call("PUT", `/admin/attachments/${made.id}`, { token: author.token, body });
    expect([status, (json.errors as Json[]).map(({ field, code }) => `${String(field)} ${String(code)}`)]).toEqual([
      400,
      [fault],
    ]);
    expect((await call("GET", `/admin/attachments/${made.id}`, { token: author.token })).json).toEqual(made);
    expect(await eventCount()).toBe(events);
  });
});

describe("an AUTHOR's attachments", () => {
  it("are theirs and an EDITOR's, and nobody else's", async () => {
    const made = await upload("mine.txt", "text");
    const calls: [string, string, unknown?][] = [
      ["GET", ""],
      ["GET", "/usages"],
      ["PUT", "", { name: "x" }],
      ["PUT", "/file", form("x.txt", "x")],
      ["DELETE", ""],
    ];
    for (const [method, path, body] of calls)
      expect([
        method,
        path,
        (await call(method, `/admin/attachments/${made.id}${path}`, { token: other.token, body })).status,
      ]).toEqual([method, path, 404]);
    expect((await call("GET", "/admin/attachments", { token: other.token })).list).toEqual([]);
    for (const [method, path, body] of calls)
      expect(
        (
          await call(method, `/admin/attachments/${made.id}${path}`, {
            token: editor.token,
            body: body instanceof FormData ? form("x.txt", "x") : body,
          })
        ).status,
      ).toBeLessThan(300);
    expect(await present()).toEqual([]);
    expect(logged).toEqual([]);
  });
});

describe("List attachments", () => {
  it("filters by kind, team and name, in pages, the newest first", async () => {
    for (const [name, bytes, team] of [
      ["a.txt", "x", "One"],
      ["B 100%.txt", "x", "Two"],
      ["c.png", await aPng(8, 8), "One"],
      ["d_e.jpg", await aJpeg({ width: 8, height: 8 }), ""],
    ] as const)
      await upload(name, bytes, { team });
    const names = async (query: string) =>
      (await call("GET", `/admin/attachments${query}`, { token: editor.token })).list.map(({ name }) => name);
    expect(await names("")).toEqual(["d_e.jpg", "c.png", "B 100%.txt", "a.txt"]);
    expect(await names("?mediaType=image")).toEqual(["d_e.jpg", "c.png"]);
    expect(await names("?mediaType=image/*")).toEqual(["d_e.jpg", "c.png"]);
    expect(await names("?mediaType=image/png")).toEqual(["c.png"]);
    expect(await names("?mediaType=%25")).toEqual([]);
    expect(await names("?team=One")).toEqual(["c.png", "a.txt"]);
    expect(await names("?keyword=100%25")).toEqual(["B 100%.txt"]);
    expect(await names("?keyword=_")).toEqual(["d_e.jpg"]);
    expect(await names("?keyword=b%20")).toEqual(["B 100%.txt"]);
    expect(await names("?sort=name,asc&size=2&page=2")).toHaveLength(2);
    const paged = await call("GET", "/admin/attachments?size=3", { token: editor.token });
    expect([paged.headers.get("x-total-count"), paged.headers.get("link")]).toEqual([
      "4",
      expect.stringContaining('rel="next"'),
    ]);
    expect((await call("GET", "/admin/attachments?sort=digest,asc", { token: editor.token })).status).toBe(400);
    expect((await call("GET", "/admin/attachments/teams", { token: editor.token })).list).toEqual(["One", "Two"]);
  });
});

describe("pictures in texts", () => {
  it("are written with their size and smaller versions, which a replacement changes", async () => {
    const made = await upload("sea.jpg", await aJpeg({ width: 1000, height: 500 }));
    const post = await createPost(system, {
      title: "Sea",
      status: "PUBLISHED",
      originalContent: `![The sea](${made.url})\n\n![elsewhere](https://example.org/uploads/2026/01/aaaaaaaaaaaaaaaa/x.jpg) ![gone](/uploads/2026/01/aaaaaaaaaaaaaaaa/x.jpg)`,
    });
    const base = made.url.replace("/sea.jpg", "");
    const version = async () => (await stored().select().from(attachments))[0]?.version ?? "";
    const v1 = await version();
    expect(post.content).toContain(
      `<img src="${made.url}?v=${v1}" alt="The sea" loading="lazy" decoding="async" srcset="${base}/480.webp?v=${v1} 480w, ${base}/960.webp?v=${v1} 960w, ${made.url}?v=${v1} 1000w" sizes="(min-width: 720px) 720px, 100vw" width="1000" height="500">`,
    );
    expect(post.content).toContain(
      '<img src="https://example.org/uploads/2026/01/aaaaaaaaaaaaaaaa/x.jpg" alt="elsewhere" loading="lazy" decoding="async">',
    );
    expect(post.content).toContain(
      '<img src="/uploads/2026/01/aaaaaaaaaaaaaaaa/x.jpg" alt="gone" loading="lazy" decoding="async">',
    );
    await updatePost(system, {
      postId: post.id,
      title: "Sea",
      originalContent: `${post.originalContent}!`,
      autoSave: true,
    });

    const replaced = await replace(made.id, "other.png", await aPng(300, 200));
    expect([replaced.status, replaced.json]).toEqual([
      200,
      expect.objectContaining({
        id: made.id,
        url: made.url,
        name: "sea.jpg",
        mediaType: "image/png",
        width: 300,
        height: 200,
        variants: [],
      }),
    ]);
    const v2 = await version();
    expect(v2).not.toBe(v1);
    expect(await lastEvent()).toMatchObject({ operation: "replaceAttachmentFile", cacheKeys: ["attachments"] });
    await renewals();
    const row = await storedPost(post.id);
    for (const html of [row.content, row.workingContent])
      expect(html).toContain(
        `<img src="${made.url}?v=${v2}" alt="The sea" loading="lazy" decoding="async" width="300" height="200">`,
      );
    expect([row.version, row.originalContent]).toEqual([2, post.originalContent]);
    expect(await folders()).toEqual(await present());
    expect(await lastEvent()).toMatchObject({ operation: "storeRenderings", cacheKeys: ["posts", `post:${post.id}`] });
  });

  it("keep the size their author gave them", async () => {
    const made = await upload("sea.jpg", await aJpeg({ width: 1000, height: 500 }));
    const post = await createPost(system, { title: "Sea", originalContent: `<img width="300" src="${made.url}">` });
    expect(post.content).toMatch(
      /<img width="300" src="[^"]*\?v=\w+" loading="lazy" decoding="async" alt="" srcset="[^"]+" sizes="\(min-width: 300px\) 300px, 100vw">/,
    );
    await replace(made.id, "x.jpg", await aJpeg({ width: 600, height: 500 }));
    await renewals();
    expect((await storedPost(post.id)).content).toMatch(
      /<img width="300" src="[^"]*\?v=\w+" loading="lazy" decoding="async" alt="" srcset="[^" ]+ 480w, [^" ]+ 600w" sizes="\(min-width: 300px\) 300px, 100vw">/,
    );
  });

  it("are replaced by pictures only, and a refusal changes nothing", async () => {
    const made = await upload("sea.jpg", await aJpeg());
    const before = await folders();
    expect((await replace(made.id, "x.txt", "text")).json).toMatchObject({
      status: 400,
      errors: [{ field: "files.0", code: "wrong_type" }],
    });
    expect((await replace(made.id, "x.jpg", (await aJpeg()).subarray(0, 100))).status).toBe(400);
    const two = form("a.jpg", await aJpeg());
    two.append("files", new Blob(["x"]), "b.jpg");
    expect((await call("PUT", `/admin/attachments/${made.id}/file`, { token: author.token, body: two })).status).toBe(
      400,
    );
    expect([await folders(), readdirSync(join(env.dataDir, "uploads", ".incoming"))]).toEqual([before, []]);
    expect(before).toEqual(await present());
  });
});

describe("Delete attachment", () => {
  it("is refused while it is used, saying where, unless it is forced", async () => {
    const made = await upload("sea.jpg", await aJpeg());
    const mine = await createPost({ ...system, id: author.id }, { title: "Mine", originalContent: `![](${made.url})` });
    const hidden = await createPost({ ...system, id: other.id }, { title: "Another's draft", thumbnail: made.url });
    const category = await aCategory({ name: "News" });
    await updateCategory(system, { categoryId: category.id, name: "News", thumbnail: `${made.url}?v=1` });
    const { email } = (await call("GET", "/admin/profile", { token: author.token })).json;
    await call("PUT", "/admin/profile", {
      token: author.token,
      body: { username: "renamed", nickname: "Renamed", email, avatar: made.url },
    });
    await aPost();
    const usages = await call("GET", `/admin/attachments/${made.id}/usages`, { token: editor.token });
    expect(usages.list).toEqual([
      { kind: "post", id: mine.id, title: "Mine", field: "text" },
      { kind: "post", id: hidden.id, title: "Another's draft", field: "thumbnail" },
      { kind: "category", id: category.id, title: "News", field: "thumbnail" },
      { kind: "user", id: author.id, title: "Renamed", field: "avatar" },
    ]);
    const refused = await call("DELETE", `/admin/attachments/${made.id}`, { token: author.token });
    expect(refused.json).toMatchObject({ status: 409, code: "conflict", detail: expect.stringContaining("4 places") });
    expect((refused.json.current as Json[]).map(({ title }) => title)).toEqual(["Mine", "News", "Renamed"]);
    expect(await folders()).toEqual(await present());
    expect((await call("DELETE", `/admin/attachments/${made.id}?force=true`, { token: author.token })).status).toBe(
      204,
    );
    expect(await present()).toEqual([]);
    expect((await stored().select().from(posts)).length).toBe(3);
    expect((await call("GET", `/admin/attachments/${made.id}`, { token: author.token })).status).toBe(404);
  });

  it("takes its files with it once it is gone for good, and no others", async () => {
    const [one, two] = [await upload("a.jpg", await aJpeg()), await upload("b.jpg", await aJpeg())];
    expect((await call("DELETE", `/admin/attachments/${one.id}`, { token: author.token })).status).toBe(204);
    expect((await call("DELETE", `/admin/attachments/${one.id}`, { token: author.token })).status).toBe(404);
    expect(await folders()).toHaveLength(2);
    const deleted = await call("GET", "/admin/deleted", { token: author.token });
    await call("DELETE", `/admin/deleted?ids=${deleted.list[0]?.id as number}`, { token: author.token });
    expect(await folders()).toEqual(await present());
    expect((await call("GET", "/admin/attachments", { token: author.token })).list.map(({ id }) => id)).toEqual([
      two.id,
    ]);
  });
});

describe("what an ended process left behind", () => {
  it("goes when the next one starts: files without an attachment, uploads cut off", async () => {
    await upload("a.jpg", await aJpeg());
    const kept = await present();
    const uploads = join(env.dataDir, "uploads");
    const make = (folder: string, old: boolean) => {
      const path = join(uploads, folder);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, "original"), "x");
      if (old) utimesSync(path, new Date(0), new Date(0));
    };
    make("2026/01/aaaaaaaaaaaaaaaa/bbbbbbbbbb", true);
    make(`${kept[0]?.slice(0, -10)}cccccccccc`, true);
    make("2026/01/dddddddddddddddd/eeeeeeeeee", false);
    make(`.incoming/${process.pid}-left`, true);
    make(".incoming/999999999-dead", true);
    make(`.incoming/${process.ppid}-running`, true);
    await sweepIncoming();
    expect(await sweepOrphans(new Date())).toBe(2);
    expect(await folders()).toEqual([...kept, "2026/01/dddddddddddddddd/eeeeeeeeee"].sort());
    expect(readdirSync(join(uploads, ".incoming"))).toEqual([`${process.ppid}-running`]);
    expect(await sweepOrphans(new Date(Date.now() + 120_000))).toBe(1);
    expect(await folders()).toEqual(kept);
    expect(logged).toEqual([]);
  });
});
