import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Encoding } from "./page-cache";
import { encodingOf, isKnown, packer } from "./packing";

const encodings: readonly Encoding[] = ["identity", "br", "gzip"];
const unpack = { identity: (bytes: Buffer) => bytes, br: brotliDecompressSync, gzip: gunzipSync };
const text = Buffer.from("<p>The same words again and again.</p>\n".repeat(1000));
const answerWith = (body: Buffer) =>
  packer({
    status: 200,
    headers: [
      ["Content-Type", "text/html"],
      ["content-length", "7"],
    ],
    body,
    viewOf: null,
  });

describe("a finished answer", () => {
  it("is packed once for all who ask for it meanwhile", async () => {
    const answerAs = answerWith(text);
    await answerAs("br");
    const all = await Promise.all(Array.from({ length: 50 }, () => answerAs("gzip")));
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
  });

  it("is passed on by a proxy as fast as its reader takes it, where it is long", async () => {
    const paceOf = async (bytes: number) => {
      const { headers, body } = await answerWith(Buffer.alloc(bytes, "x"))("identity");
      const at = headers.indexOf("X-Accel-Buffering");
      return [body.byteLength, at < 0 ? undefined : headers[at + 1]];
    };
    expect(await Promise.all([65_536, 65_537].map(paceOf))).toEqual([
      [65_536, undefined],
      [65_537, "no"],
    ]);
  });

  it.each(encodings.flatMap((first) => encodings.map((then) => [first, then] as const)))(
    "asked for as %s and then as %s holds the same body",
    async (first, then) => {
      const answerAs = answerWith(text);
      for (const encoding of [first, then, first]) {
        const { headers, body, etag } = await answerAs(encoding);
        expect(unpack[encoding](body)).toEqual(text);
        const named = Object.fromEntries(
          Array.from({ length: headers.length / 2 }, (_, i) => [headers[2 * i], headers[2 * i + 1]]),
        );
        expect(named).toEqual({
          "Content-Type": "text/html",
          ETag: etag,
          Vary: "Accept-Encoding",
          "Content-Length": String(body.byteLength),
          ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
        });
      }
    },
  );

  it("has an ETag of its own in each packing, the same each time", async () => {
    const tags = async () => Promise.all(encodings.map(async (encoding) => (await answerWith(text)(encoding)).etag));
    const [once, again] = [await tags(), await tags()];
    expect(again).toEqual(once);
    expect(new Set(once).size).toBe(3);
    expect(isKnown(`W/"x", ${once[1]}`, once[1] ?? "")).toBe(true);
    expect(isKnown(once[0] ?? "", once[1] ?? "")).toBe(false);
  });

  it("has another ETag under another policy, which an unchanged answer leaves to the browser", async () => {
    const tagUnder = async (policy: string) => {
      const headers: [string, string][] = [["Content-Security-Policy", policy]];
      return (await packer({ status: 200, headers, body: text, viewOf: null })("identity")).etag;
    };
    expect(await tagUnder("script-src 'self'")).toBe(await tagUnder("script-src 'self'"));
    expect(await tagUnder("script-src 'self'")).not.toBe(await tagUnder("script-src 'self' https://elsewhere.example"));
  });

  it.each([301, 404, 410])("has none where it answers %i, since nothing is there to be known", async (status) => {
    for (const encoding of encodings) {
      const { headers, unchanged, etag } = await packer({ status, headers: [], body: text, viewOf: null })(encoding);
      expect([etag, ...headers, ...unchanged].filter((each) => each === "ETag" || each?.startsWith('"'))).toEqual([]);
      expect(isKnown("*", etag)).toBe(false);
    }
  });

  it("stays as it is where packing gains nothing", async () => {
    const [small, packed] = [Buffer.alloc(255, "a"), Buffer.alloc(256, "a")];
    expect((await answerWith(small)("br")).headers).not.toContain("Content-Encoding");
    expect((await answerWith(packed)("br")).headers).toContain("Content-Encoding");
  });

  it("is sent as the request accepts it", () => {
    expect(
      ["br, gzip", "gzip", "gzip;q=0.5, br;q=0", "identity", "br;q=0, gzip;q=0.0", undefined].map(encodingOf),
    ).toEqual(["br", "gzip", "gzip", "identity", "identity", "identity"]);
  });
});
