import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { attachments } from "../../../db/schema";
import { env } from "../../core/env";
import { aToken, call, logged } from "../../testing/api";
import { aBomb, aGif, aJpeg, aPng, aWebp, cameraExif } from "../../testing/pictures";
import { storeOptions } from "../../testing/options";
import { freshDatabase, stored } from "../../testing/setup";
import { storage } from "../../services/files/storage";

type Json = Record<string, unknown>;
let token: string;

beforeEach(async () => {
  await freshDatabase();
  token = (await aToken("AUTHOR")).token;
  logged.length = 0;
});

const form = (files: [name: string, bytes: Buffer | string][], fields: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, bytes] of files)
    data.append("files", new Blob([bytes as never], { type: "application/x-made-up" }), name);
  return data;
};
const upload = (
  files: [string, Buffer | string][],
  fields?: Record<string, string>,
  headers?: Record<string, string>,
) => call("POST", "/admin/attachments", { token, body: form(files, fields), ...(headers && { headers }) });
const one = async (name: string, bytes: Buffer | string) => {
  const answer = await upload([[name, bytes]]);
  expect(answer.text).not.toContain('"errors"');
  return answer.list[0] as Json;
};
const incoming = () =>
  existsSync(join(env.dataDir, "uploads", ".incoming")) ? readdirSync(join(env.dataDir, "uploads", ".incoming")) : [];
async function folders(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage().folders(4)) names.push(name);
  return names;
}
/** Nothing remains of refused uploads. */
async function expectNothing(): Promise<void> {
  expect(await stored().select().from(attachments)).toEqual([]);
  expect([incoming(), await folders()]).toEqual([[], []]);
  expect(logged).toEqual([]);
}
async function servedBytes(name = "original"): Promise<Buffer> {
  const [row] = await stored().select().from(attachments);
  const path = `${row?.folder}/${row?.version}/${name}`;
  const chunks: Buffer[] = [];
  for await (const chunk of await storage().read(path, 0, ((await storage().size(path)) ?? 0) - 1))
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe("Create attachment", () => {
  it("keeps a picture with its size, a blurred stand-in and smaller ones", async () => {
    const { status, list, headers } = await upload(
      [["Harbour at dawn.JPG", await aJpeg({ width: 1200, height: 900 })]],
      { team: "Harbour" },
    );
    expect(status).toBe(201);
    expect(headers.get("location")).toBeNull();
    expect(list).toEqual([
      {
        id: 1,
        name: "Harbour at dawn.JPG",
        team: "Harbour",
        altText: "",
        caption: "",
        url: expect.stringMatching(/^\/uploads\/\d{4}\/\d{2}\/[0-9a-z]{16}\/harbour-at-dawn\.jpg$/),
        mediaType: "image/jpeg",
        suffix: "jpg",
        size: expect.any(Number),
        width: 1200,
        height: 900,
        thumbnailUrl: expect.stringMatching(/\/480\.webp$/),
        placeholder: expect.stringMatching(/^data:image\/webp;base64,[\w+/=]{20,400}$/),
        variants: [
          { width: 480, height: 360, size: expect.any(Number), url: expect.stringMatching(/\/480\.webp$/) },
          { width: 960, height: 720, size: expect.any(Number), url: expect.stringMatching(/\/960\.webp$/) },
        ],
        takeTime: null,
        location: "",
        createTime: expect.any(String),
        updateTime: expect.any(String),
        uploader: { id: expect.any(Number), nickname: expect.any(String), avatar: "" },
      },
    ]);
    expect(await sharp(await servedBytes("480.webp")).metadata()).toMatchObject({
      format: "webp",
      width: 480,
      height: 360,
    });
    expect(incoming()).toEqual([]);
  });

  it("keeps many at once, each for itself", async () => {
    const { list } = await upload([
      ["a.jpg", await aJpeg()],
      ["b.png", await aPng()],
      ["c.txt", "A text.\n"],
      ["d.pdf", "%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n"],
    ]);
    expect(list.map(({ name, mediaType, suffix, width }) => [name, mediaType, suffix, width])).toEqual([
      ["a.jpg", "image/jpeg", "jpg", 64],
      ["b.png", "image/png", "png", 64],
      ["c.txt", "text/plain", "txt", null],
      ["d.pdf", "application/pdf", "pdf", null],
    ]);
    expect(new Set(list.map(({ url }) => url)).size).toBe(4);
  });

  it("takes out what a camera wrote but how the picture stands, keeping when and where for itself", async () => {
    const made = await one("p.jpg", await aJpeg({ width: 100, height: 60, orientation: 6, exif: cameraExif }));
    expect(made).toMatchObject({
      width: 60,
      height: 100,
      takeTime: "2024-02-29T04:30:45.000Z",
      location: "-41.50000, 174.76000",
    });
    const bytes = await servedBytes();
    const meta = await sharp(bytes).metadata();
    expect(meta).toMatchObject({ format: "jpeg", autoOrient: { width: 60, height: 100 }, orientation: 6 });
    expect([meta.exif?.length, meta.xmp, meta.iptc]).toEqual([32, undefined, undefined]);
    for (const word of ["Tern", "Somebody", "2024:02:29"]) expect(bytes.includes(word)).toBe(false);
  });

  it.each([
    ["png", aPng],
    ["webp", aWebp],
    ["gif", aGif],
  ] as const)("keeps a %s as what it is", async (suffix, make) => {
    expect(await one(`x.${suffix}`, await make(500, 20))).toMatchObject({
      suffix,
      mediaType: `image/${suffix}`,
      width: 500,
      height: 20,
      variants: [{ width: 480 }],
    });
    expect((await sharp(await servedBytes()).metadata()).format).toBe(suffix);
  });

  it("loses no pixel of a PNG, but what is written beside them", async () => {
    const png = await aPng();
    const note = Buffer.concat([Buffer.from([0, 0, 0, 9]), Buffer.from("tEXtA\0private"), Buffer.alloc(4)]);
    note.writeUInt32BE(note.length - 12);
    const crc = (await import("node:zlib")) as { crc32?: (data: Buffer) => number };
    if (crc.crc32) note.writeUInt32BE(crc.crc32(note.subarray(4, -4)), note.length - 4);
    const noted = Buffer.concat([
      png.subarray(0, 33),
      note,
      png.subarray(33),
      Buffer.from("<script>trailing</script>"),
    ]);
    await one("x.png", noted);
    const bytes = await servedBytes();
    expect(bytes.equals(png)).toBe(true);
  });

  it("takes a drawing only without what acts in it", async () => {
    const made = await one(
      "d.svg",
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" onload="alert(1)"><script>alert(2)</script><path d="M0 0"/></svg>',
    );
    expect(made).toMatchObject({
      mediaType: "image/svg+xml",
      suffix: "svg",
      width: 30,
      height: 20,
      thumbnailUrl: made.url,
    });
    expect((await servedBytes()).toString()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><path d="M0 0" /></svg>',
    );
  });

  it.each([
    ["photo.jpg", "<!doctype html><script>alert(1)</script>", "text/plain", "txt"],
    ["page.html", "<!doctype html><script>alert(1)</script>", "text/plain", "txt"],
    ["table.csv", "a,b\n1,2\n", "text/plain", "csv"],
    ["notes.MD", "# Notes", "text/plain", "md"],
  ])("says of %s what its bytes are", async (name, bytes, mediaType, suffix) => {
    const made = await one(name, bytes);
    expect(made).toMatchObject({ mediaType, suffix });
    expect(made.url).toMatch(new RegExp(`\\.${suffix}$`));
  });

  it("renames a picture that calls itself something else", async () => {
    expect(await one("evil.html", await aPng())).toMatchObject({
      mediaType: "image/png",
      url: expect.stringMatching(/\/evil\.png$/),
      name: "evil.html",
    });
  });

  it.each([
    ["../../../etc/passwd", "passwd", "passwd.png"],
    ["C:\\photos\\a b.png", "a b.png", "a-b.png"],
    ["\u202Egnp.exe\u0007\u200B.png", "gnp.exe.png", "gnp-exe.png"],
    ["港口 日出.png", "港口 日出.png", "港口-日出.png"],
    ["...", "...", "file.png"],
    ["  ", "file", "file.png"],
    [".png", ".png", "file.png"],
    ["CON", "CON", "con.png"],
    ["é".repeat(400), "é".repeat(255), `${"é".repeat(80)}.png`],
    ["a%2Fb%00.png", "a%2Fb%00.png", "a-2fb-00.png"],
  ])("shows the name %j as %j", async (sent, name, last) => {
    const made = await one(sent, await aPng(8, 8));
    expect([made.name, decodeURIComponent(String(made.url).split("/").at(-1) ?? "")]).toEqual([name, last]);
    expect((await folders()).every((folder) => /^\d{4}\/\d{2}\/[0-9a-z]{16}\/[0-9a-z]{10}$/.test(folder))).toBe(true);
  });
});

describe("an upload is refused whole", () => {
  const bomb = () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    return png;
  };

  it.each([
    [
      "a program",
      () => Buffer.concat([Buffer.from("7f454c4602010100000000000000000002003e0001000000", "hex"), Buffer.alloc(64)]),
      415,
      "wrong_type",
    ],
    ["Windows' program", () => Buffer.concat([Buffer.from("MZ"), Buffer.alloc(128)]), 415, "wrong_type"],
    ["bytes that are nothing", () => Buffer.from([0x81, 0x82, 0, 1, 2, 3, 0x80]), 415, "wrong_type"],
    ["nothing at all", () => Buffer.alloc(0), 400, "wrong_format"],
    [
      "a picture that is cut off",
      async () => (await aJpeg({ width: 400, height: 300 })).subarray(0, 4000),
      400,
      "wrong_format",
    ],
    ["a PNG that is cut off", async () => (await aPng(400, 300)).subarray(0, 9000), 400, "wrong_format"],
    ["a picture's head alone", async () => (await aJpeg()).subarray(0, 40), 400, "wrong_format"],
    ["a bomb", bomb, 400, "wrong_format"],
    ["a picture of 200 million pixels", aBomb, 400, "wrong_format"],
    ["a picture of an exotic kind", () => Buffer.from("II*\0\x08\0\0\0\0\0\0\0", "latin1"), 415, "wrong_type"],
  ] as const)("of %s", async (_what, make, status, code) => {
    const answer = await upload([
      ["good.png", await aPng()],
      ["x.jpg", await make()],
    ]);
    expect([answer.status, (answer.json.errors as Json[])[0]]).toEqual([
      status,
      { field: "files.1", code, message: expect.any(String) },
    ]);
    await expectNothing();
  });

  it("of a type that the site's option leaves out", async () => {
    await storeOptions({ attachment_allowed_types: "image/png  audio/*" });
    const refused = await upload([["x.jpg", await aJpeg()]]);
    expect([refused.status, (refused.json.errors as Json[])[0]]).toEqual([
      415,
      {
        field: "files.0",
        code: "wrong_type",
        message: "Files of the type image/jpeg cannot be uploaded to this site.",
      },
    ]);
    await expectNothing();
    expect((await upload([["x.jpg", await aPng()]])).status).toBe(201);
  });

  it("of more bytes than the option allows, before they are all there", async () => {
    await storeOptions({ attachment_max_size: "5000" });
    expect((await upload([["small.txt", "x".repeat(5000)]])).status).toBe(201);
    const refused = await upload([["big.txt", "x".repeat(5001)]]);
    expect([refused.status, refused.json.code, refused.headers.get("connection")]).toEqual([413, "too_large", "close"]);
    expect(
      (
        await upload([
          ["a.txt", "x".repeat(3000)],
          ["b.txt", "x".repeat(3000)],
        ])
      ).status,
    ).toBe(413);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        const head = `--b\r\ncontent-disposition: form-data; name="files"; filename="x"\r\n\r\n`;
        controller.enqueue(Buffer.from(sent === 0 ? head : "x".repeat(65_536)));
        sent += 65_536;
      },
    });
    const { api } = await import("../../api/app");
    const request = new Request("http://localhost/api/admin/attachments", {
      method: "POST",
      body: endless,
      duplex: "half",
      headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" },
    } as never);
    expect(
      (await api(request, { ip: "192.0.2.1", requestId: "test-request", log: (error) => logged.push(error) })).status,
    ).toBe(413);
    expect(sent).toBeLessThan(2_000_000);
    expect((await stored().select().from(attachments)).length).toBe(1);
    expect([incoming(), logged]).toEqual([[], []]);
  });

  it("where the connection ends half-way", async () => {
    const { api } = await import("../../api/app");
    const jpeg = await aJpeg({ width: 400, height: 300 });
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(
          Buffer.concat([
            Buffer.from(`--b\r\ncontent-disposition: form-data; name="files"; filename="x.jpg"\r\n\r\n`),
            jpeg.subarray(0, 5000),
          ]),
        );
      },
      pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
    });
    const request = new Request("http://localhost/api/admin/attachments", {
      method: "POST",
      body: broken,
      duplex: "half",
      headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" },
    } as never);
    expect(
      (await api(request, { ip: "192.0.2.1", requestId: "test-request", log: (error) => logged.push(error) })).status,
    ).toBe(400);
    await expectNothing();
  });

  it.each([
    ['--b\r\ncontent-disposition: form-data; name="files"; filename="x"\r\n\r\nabc', 400],
    ["--other\r\n\r\n--other--", 400],
    ["", 400],
    ["{}", 400],
    ["--b--\r\n", 400],
    ['--b\r\ncontent-disposition: form-data; name="files"\r\n\r\nnot a file\r\n--b--\r\n', 400],
    ['--b\r\ncontent-disposition: form-data; name="other"; filename="x"\r\n\r\nabc\r\n--b--\r\n', 400],
    [
      '--b\r\ncontent-disposition: form-data; name="isAdmin"\r\n\r\ntrue\r\n--b\r\ncontent-disposition: form-data; name="files"; filename="x"\r\n\r\nabc\r\n--b--\r\n',
      400,
    ],
    [
      '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\ntrue\r\n--b\r\ncontent-disposition: form-data; name="files"; filename="x"\r\n\r\nabc\r\n--b--\r\n',
      400,
    ],
  ])("as the form %j", async (body, status) => {
    const answer = await call("POST", "/admin/attachments", {
      token,
      body,
      headers: { "content-type": "multipart/form-data; boundary=b" },
    });
    expect([answer.status, answer.status === status]).toEqual([status, true]);
    await expectNothing();
  });

  it("wherever its form is cut off", async () => {
    const whole =
      '--b\r\ncontent-disposition: form-data; name="team"\r\n\r\nA\r\n--b\r\ncontent-disposition: form-data; name="files"; filename="x.txt"\r\ncontent-type: text/plain\r\n\r\nabc\r\n--b--';
    for (let length = 1; length < whole.length; length += 1) {
      const answer = await call("POST", "/admin/attachments", {
        token,
        body: whole.slice(0, length),
        headers: { "content-type": "multipart/form-data; boundary=b" },
      });
      expect([length, answer.status]).toEqual([length, 400]);
    }
    await expectNothing();
    expect(
      (
        await call("POST", "/admin/attachments", {
          token,
          body: whole,
          headers: { "content-type": "multipart/form-data; boundary=b" },
        })
      ).status,
    ).toBe(201);
  });

  it.each([
    "text/plain",
    "multipart/mixed; boundary=b",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "",
  ])("sent as %j", async (type) => {
    expect(
      (await call("POST", "/admin/attachments", { token, body: "--b--", headers: { "content-type": type } })).status,
    ).toBe(415);
    expect(
      (
        await call("POST", "/admin/attachments", {
          token,
          body: form([["a.txt", "a"]]),
          headers: { "content-encoding": "gzip" },
        })
      ).status,
    ).toBe(415);
    await expectNothing();
  });

  it("from whoever may not upload, without a byte of it being read", async () => {
    let pulled = 0;
    const body = new ReadableStream(
      { pull: (controller) => controller.enqueue(Buffer.alloc((pulled += 1))) },
      { highWaterMark: 0 },
    );
    const { api } = await import("../../api/app");
    const request = new Request("http://localhost/api/admin/attachments", {
      method: "POST",
      body,
      duplex: "half",
      headers: { "content-type": "multipart/form-data; boundary=b" },
    } as never);
    expect((await api(request, { ip: null, requestId: "test-request", log: () => undefined })).status).toBe(401);
    expect(pulled).toBe(0);
    expect(
      (
        await call("POST", "/admin/attachments", {
          token: (await aToken("SUBSCRIBER")).token,
          body: form([["a.txt", "a"]]),
        })
      ).status,
    ).toBe(403);
    await expectNothing();
  });
});

describe("an upload sent again with its Idempotency-Key", () => {
  it("is answered the first answer, and with other bytes refused", async () => {
    const key = { "idempotency-key": "k1" };
    const [first, second] = [await upload([["a.txt", "one"]], {}, key), await upload([["a.txt", "one"]], {}, key)];
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect((await upload([["a.txt", "two"]], {}, key)).status).toBe(409);
    expect((await stored().select().from(attachments)).length).toBe(1);
    expect(incoming()).toEqual([]);
  });
});

it("a picture of too many pixels is told from a damaged one", async () => {
  const [huge, damaged] = [
    await upload([["a.png", aBomb()]]),
    await upload([["b.png", (await aPng()).subarray(0, 200)]]),
  ];
  expect([huge.json.detail, damaged.json.detail]).toEqual([
    "A picture may have at most 64 million pixels.",
    "This picture is damaged or incomplete.",
  ]);
});
