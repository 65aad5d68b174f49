import { existsSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { aJpeg, aPhotograph, cameraExif } from "../lib/testing/pictures";
import { mountSmallDisk, removeWithDisks } from "../lib/testing/small-disk";
import { newFolder } from "./rig/folders";
import { ask, type Reply } from "./rig/http";
import type { Server } from "./rig/server";
import { owner, serveSite, siteServer } from "./rig/site";
import { expect, test } from "./rig/test";

/** What nobody stops or fills up. */
const server = serveSite();

const tokenOf = (server: Server) => owner(server).token ?? "";

type Attachment = { id: number; url: string; thumbnailUrl: string; size: number };

const formOf = (name: string, bytes: Buffer): { type: string; body: Buffer } => ({
  type: "multipart/form-data; boundary=xyz",
  body: Buffer.concat([
    Buffer.from(`--xyz\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from("\r\n--xyz--\r\n"),
  ]),
});

function upload(
  server: Server,
  token: string,
  name: string,
  bytes: Buffer,
  path = "/api/admin/attachments",
  method = "POST",
): Promise<Reply> {
  const { type, body } = formOf(name, bytes);
  return ask(server, path, { method, headers: { authorization: `Bearer ${token}`, "content-type": type }, body });
}

/** Files below the uploads folder, without those that are still arriving. */
function lying(server: Server): string[] {
  const root = join(server.dataDir, "uploads");
  return existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .sort()
    : [];
}

test("an uploaded picture is served whole, in parts and not at all where it is known, and a replacement shows at once", async ({
  reader,
}) => {
  const ada = owner(server);
  const token = tokenOf(server);
  const jpeg = await aJpeg({ width: 1000, height: 700 });
  const made = await upload(server, token, "At sea.jpg", jpeg);
  expect(made.status, made.text).toBe(201);
  const [file] = JSON.parse(made.text) as [Attachment];

  const whole = await ask(server, file.url);
  expect([whole.status, whole.headers["content-type"], whole.bytes.byteLength]).toEqual([200, "image/jpeg", file.size]);
  expect(whole.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=0, must-revalidate",
    "content-disposition": expect.stringMatching(/^inline; filename="at-sea.jpg"/),
  });
  const etag = String(whole.headers.etag);
  expect((await ask(server, file.url, { headers: { "if-none-match": etag } })).status).toBe(304);
  const part = async (range: string, headers = {}) => {
    const { status, headers: told, bytes } = await ask(server, file.url, { headers: { range, ...headers } });
    return [status, told["content-range"], bytes.byteLength];
  };
  const { size } = file;
  expect(await part("bytes=0-9")).toEqual([206, `bytes 0-9/${size}`, 10]);
  expect(await part("bytes=-5")).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, 5]);
  expect(await part(`bytes=${size - 3}-`)).toEqual([206, `bytes ${size - 3}-${size - 1}/${size}`, 3]);
  expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, 0]);
  expect(await part("bytes=0-1,3-4")).toEqual([200, undefined, size]);
  expect(await part("bytes=0-9", { "if-range": '"other"' })).toEqual([200, undefined, size]);
  const small = await ask(server, file.thumbnailUrl);
  expect([small.status, small.headers["content-type"]]).toEqual([200, "image/webp"]);
  for (const path of [
    "/uploads/",
    "/uploads/x",
    `${file.url}x`,
    file.url.replace(/[^/]+$/, "original"),
    file.url.replace(/[^/]+$/, "..%2f..%2f..%2f..%2fbroadsheet.db"),
    "/uploads/.incoming/x",
    file.url.replace(/[^/]+$/, "%E0%A4%A"),
  ])
    expect((await ask(server, path)).status, path).toBe(404);

  const post = await ada.post({ title: "Sea", originalContent: `![Sea](${file.url})` });
  const page = await reader.context().newPage();
  await page.goto(server.url(post.url));
  const image = page.getByRole("img", { name: "Sea" });
  await expect(image).toHaveAttribute("srcset", /480\.webp\?v=\w+ 480w/);
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  const pinned = String(await image.getAttribute("src"));
  expect((await ask(server, pinned)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");

  const replaced = await upload(
    server,
    token,
    "new.jpg",
    await aJpeg({ width: 300, height: 200 }),
    `/api/admin/attachments/${file.id}/file`,
    "PUT",
  );
  expect(replaced.status, replaced.text).toBe(200);
  const after = await ask(server, file.url, { headers: { "if-none-match": etag } });
  expect([after.status, after.headers.etag === etag]).toEqual([200, false]);
  // An earlier address shows the current file, and is no longer kept by browsers; so does a missing width.
  expect((await ask(server, pinned)).headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  expect((await ask(server, file.thumbnailUrl)).headers["content-type"]).toBe("image/jpeg");
  // A job updates the text.
  await expect(async () => {
    await page.goto(server.url(post.url));
    expect(await image.getAttribute("width")).toBe("300");
  }).toPass();
  await expect(image).not.toHaveAttribute("src", pinned);
});

test("pictures whose notes were taken out are shown whole and upright", async ({ reader }) => {
  const ada = owner(server);
  const token = tokenOf(server);
  const sent = [
    ["held.jpg", await aJpeg({ width: 400, height: 300, orientation: 6, exif: cameraExif }), 300, 400],
    ["a.avif", await aPhotograph("avif"), 320, 200],
    ["w.webp", await aPhotograph("webp"), 320, 200],
  ] as const;
  const files: Attachment[] = [];
  for (const [name, bytes] of sent)
    files.push(...(JSON.parse((await upload(server, token, name, bytes)).text) as Attachment[]));
  const post = await ada.post({
    title: "Three",
    originalContent: files.map(({ url }, i) => `![${sent[i]?.[0]}](${url})`).join("\n\n"),
  });
  await reader.goto(server.url(post.url));
  for (const [name, bytes, width, height] of sent) {
    const image = reader.getByRole("img", { name });
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        image.evaluate((element: HTMLImageElement) => [
          element.complete,
          element.naturalWidth,
          element.naturalHeight,
          element.width / element.height,
        ]),
      )
      .toEqual([true, width, height, width / height]);
    expect(
      await image.evaluate((element: HTMLImageElement) => [
        Number(element.getAttribute("width")),
        Number(element.getAttribute("height")),
      ]),
    ).toEqual([width, height]);
    const served = await ask(server, String(await image.getAttribute("src")));
    expect([name, served.bytes.byteLength <= bytes.byteLength, served.bytes.includes("Tern")]).toEqual([
      name,
      true,
      false,
    ]);
  }
});

test("what is no picture, sound, film or PDF is saved and not shown; a drawing is shown in a sandbox", async () => {
  const token = tokenOf(server);
  const urlOf = async (name: string, bytes: string) =>
    (JSON.parse((await upload(server, token, name, Buffer.from(bytes))).text) as [Attachment])[0].url;
  const html = await ask(server, await urlOf("page.html", "<!doctype html><script>alert(1)</script>"));
  expect(html.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": expect.stringMatching(/^attachment/),
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  const svg = await ask(
    server,
    await urlOf("d.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0"/></svg>'),
  );
  expect(svg.headers).toMatchObject({
    "content-type": "image/svg+xml",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  expect(svg.text).not.toContain("script");
});

test("an upload that is cut off leaves nothing, and neither does one whose server was killed", async () => {
  const server = siteServer();
  await server.start();
  const token = tokenOf(server);
  const jpeg = await aJpeg({ width: 800, height: 600 });
  const { type, body } = formOf("x.jpg", jpeg);
  const begin = async () => {
    const req = request({
      host: "localhost",
      port: server.port,
      method: "POST",
      path: "/api/admin/attachments",
      headers: { authorization: `Bearer ${token}`, "content-type": type, "content-length": body.byteLength },
    });
    req.on("error", () => undefined);
    req.write(body.subarray(0, body.byteLength / 2));
    await expect(() => expect(lying(server).filter((name) => name === "sent")).toHaveLength(1)).toPass();
    return req;
  };
  (await begin()).destroy();
  // A folder may be removed while it is being read.
  await expect(() => expect(lying(server)).toEqual([])).toPass();

  await begin();
  await server.kill();
  expect(lying(server)).toEqual(["sent"]);
  await server.start();
  expect(lying(server)).toEqual([]);
  expect((await upload(server, tokenOf(server), "x.jpg", jpeg)).status).toBe(201);
  await server.end();
});

test("more than the limit is refused before it is there", async () => {
  const token = tokenOf(server);
  const before = lying(server);
  const declared = await ask(server, "/api/admin/attachments", {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=xyz",
      "content-length": 60_000_000,
    },
    body: ["x"],
  }).catch((error: unknown) => (error as Error).message);
  expect(typeof declared === "string" ? declared : declared.status).toBe(413);
  expect(lying(server)).toEqual(before);
});

test("on a full disk an upload is refused with 507 and leaves nothing; what is there is served", async () => {
  const at = newFolder("disk");
  test.skip(!mountSmallDisk(at, 6), "Only where a disk can be mounted (as root).");
  const server = siteServer({ DATA_DIR: join(at, "data") });
  try {
    await server.start();
    const token = tokenOf(server);
    const [kept] = JSON.parse(
      (await upload(server, token, "small.jpg", await aJpeg({ width: 200, height: 100 }))).text,
    ) as [Attachment];
    const before = lying(server);
    const full = await upload(server, token, "large.bin.txt", Buffer.alloc(7_000_000, "x"));
    expect([full.status, (JSON.parse(full.text) as { code: string }).code]).toEqual([507, "storage_full"]);
    expect(lying(server)).toEqual(before);
    // Uploads pictures until one, or its smaller versions, no longer fits.
    const jpeg = await aJpeg({ width: 1200, height: 900 });
    const statuses: number[] = [];
    while (statuses.length < 40 && !statuses.includes(507))
      statuses.push((await upload(server, token, "picture.jpg", jpeg)).status);
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    const pictures = (await (
      await fetch(server.url("/api/admin/attachments?size=100"), { headers: { authorization: `Bearer ${token}` } })
    ).json()) as Attachment[];
    expect(pictures).toHaveLength(statuses.filter((status) => status === 201).length + 1);
    expect(lying(server).filter((name) => name === "original")).toHaveLength(pictures.length);
    expect(lying(server).filter((name) => name === "sent" || name === "clean")).toEqual([]);
    expect((await ask(server, kept.url)).status).toBe(200);
    for (const line of server.failures()) expect(line).toMatch(/ENOSPC|SQLITE_FULL|full/);
    server.stderr = "";
    await server.end();
  } finally {
    removeWithDisks(at);
  }
});
