import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import sharp, { type Metadata } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cameraExif } from "../../testing/pictures";
import { readPicture } from "./picture";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "broadsheet-cleaning-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** A word that occurs in all written metadata. */
const SECRET = "Weymouth-51.4545N";
const exif = { ...cameraExif, IFD0: { ...cameraExif.IFD0, Make: SECRET } };
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${SECRET}"/></rdf:RDF></x:xmpmeta>`;
/** A piece of every metadata block that a search would find. */
const signs = [SECRET, "GPSL", "Photoshop 3.0", "8BIM\x04", "xmpmeta", "ns.adobe.com", "MPF\0M", "Mark II"];

type Kind = "jpeg" | "png" | "webp" | "gif" | "avif";
type Made = { bytes: Buffer; mediaType: string };

async function clean({
  bytes,
  mediaType,
}: Made): Promise<{ bytes: Buffer; width: number; height: number; takeTime: string | null; location: string }> {
  const own = mkdtempSync(join(folder, "one-"));
  writeFileSync(join(own, "sent"), bytes);
  try {
    const { file, picture } = await readPicture(join(own, "sent"), mediaType, own, false);
    return { bytes: readFileSync(file), ...picture };
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** Reads pictures from files: code that loads the program's decoder may read nothing else. */
const open = (bytes: Buffer) => {
  const file = join(folder, "looked-at");
  writeFileSync(file, bytes);
  return sharp(file, { animated: true });
};
const metadata = (bytes: Buffer) => open(bytes).metadata();
/** The pixels of all frames, in file order. */
const pixels = (bytes: Buffer) => open(bytes).raw().toBuffer();

/** No metadata remains but a JPEG's orientation. */
function expectNoNotes(bytes: Buffer, meta: Metadata): void {
  expect(signs.filter((sign) => bytes.includes(sign, 0, "latin1"))).toEqual([]);
  expect([meta.xmp, meta.iptc, meta.comments]).toEqual([undefined, undefined, undefined]);
  const turned = meta.exif
    ? `4578696600004d4d002a0000000800010112000300000001000${meta.orientation}000000000000`
    : undefined;
  expect(meta.exif?.toString("hex")).toBe(turned);
  expect(bytes.toString("latin1").split("Exif").length - 1).toBe(meta.exif ? 1 : 0);
}

const segment = (code: number, data: string | Buffer): Buffer => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(Buffer.byteLength(data) + 2, 2);
  return Buffer.concat([head, Buffer.from(data as string, "latin1")]);
};
/** Metadata that cameras, phones and programs write into a JPEG, beside EXIF and XMP. */
const extraSegments = [
  segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\x1a\x1c\x02\x05\0\x11${SECRET}`),
  segment(0xfe, `made at ${SECRET}`),
  segment(0xe2, `MPF\0MM\0*${SECRET}`),
  segment(0xe0, `JFXX\0\x13${SECRET}`),
  segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`),
  segment(0xe1, `Exif\0\0II*\0${SECRET}`),
  segment(0xec, `Ducky\0${SECRET}`),
  segment(0xef, SECRET),
];

const blocks = (text: string): Buffer =>
  Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1"), Buffer.from([0])]);
/** XMP as GIF holds it: raw, followed by lengths that lead every reader to its end. */
const gifXmp = Buffer.concat([
  Buffer.from("21ff0b", "hex"),
  Buffer.from("XMP DataXMP"),
  Buffer.from(xmp),
  Buffer.from([1, ...Array.from({ length: 256 }, (_, i) => 255 - i), 0]),
]);
const gifComment = Buffer.concat([Buffer.from([0x21, 0xfe]), blocks(SECRET)]);
const insert = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);

/** The place of a GIF's first block. */
const gifStart = (gif: Buffer) => 13 + ((gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0);

/** Adds metadata wherever a file type has a place for it, and after its end. */
function withNotes(kind: Kind, bytes: Buffer, extras: Buffer[]): Buffer {
  const trailing = Buffer.from(`${SECRET} behind the end`);
  if (kind === "jpeg") return Buffer.concat([insert(bytes, 2, ...extras), trailing]);
  if (kind === "gif") return Buffer.concat([insert(bytes, gifStart(bytes), gifXmp, gifComment), trailing]);
  return kind === "avif" ? bytes : Buffer.concat([bytes, trailing]);
}

/** A visible picture that differs for each seed. */
function noise(width: number, height: number, channels: number, seed: number): Buffer {
  const data = Buffer.alloc(width * height * channels);
  let state = seed;
  for (let i = 0; i < data.length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[i] = ((i / channels) % width) + (state >>> 28);
  }
  return data;
}

const given = fc.record({
  width: fc.integer({ min: 1, max: 90 }),
  height: fc.integer({ min: 1, max: 60 }),
  seed: fc.integer({ min: 1, max: 2 ** 31 }),
  pages: fc.integer({ min: 1, max: 3 }),
  channels: fc.constantFrom(1, 3, 4),
  orientation: fc.integer({ min: 1, max: 8 }),
  progressive: fc.boolean(),
  finely: fc.boolean(),
  profile: fc.boolean(),
  cmyk: fc.boolean(),
  extras: fc.shuffledSubarray(extraSegments),
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

async function aPicture(
  kind: Kind,
  { width, height, seed, pages, channels, orientation, progressive, finely, profile, cmyk, extras }: Given,
): Promise<Made> {
  const moves = (kind === "gif" || kind === "webp") && pages > 1;
  const [frames, bands] = [moves ? pages : 1, kind === "jpeg" && channels === 4 ? 3 : channels] as const;
  const image = sharp(noise(width, height * frames, bands, seed), {
    raw: { width, height: height * frames, channels: bands, ...(moves && { pageHeight: height }) },
  });
  if (kind !== "gif") image.withExif(exif).withXmp(xmp);
  if (kind === "jpeg" && orientation > 1) image.withMetadata({ orientation }).withExifMerge(exif);
  if (profile && bands > 1 && kind !== "gif") image.withIccProfile("p3");
  else if (cmyk && kind === "jpeg") image.toColourspace("cmyk").withIccProfile("cmyk");
  if (kind === "jpeg") image.jpeg({ quality: 80, progressive, chromaSubsampling: finely ? "4:4:4" : "4:2:0" });
  else if (kind === "webp") image.webp({ lossless: finely, quality: 70, effort: 0 });
  else if (kind === "avif") image.avif({ quality: 50, effort: 0, lossless: finely });
  else if (kind === "gif")
    image.gif({ effort: 1, ...(moves && { delay: Array.from({ length: frames }, () => 80), loop: 2 }) });
  else image.png();
  return { bytes: withNotes(kind, await image.toBuffer(), extras), mediaType: `image/${kind}` };
}

describe.each([
  ["jpeg", 60],
  ["png", 25],
  ["webp", 40],
  ["gif", 40],
  ["avif", 20],
] as const)("a %s of any make", (kind, runs) => {
  it("is served with the pixels it had, no byte longer, and nothing beside them", async () => {
    await fc.assert(
      fc.asyncProperty(given, async (each) => {
        const made = await aPicture(kind, each);
        const before = await metadata(made.bytes);
        expect(made.bytes.includes(SECRET)).toBe(true);
        const { bytes, width, height } = await clean(made);
        const after = await metadata(bytes);
        expectNoNotes(bytes, after);
        expect(bytes.length).toBeLessThanOrEqual(made.bytes.length);
        expect((await pixels(bytes)).equals(await pixels(made.bytes))).toBe(true);
        expect([width, height]).toEqual([before.autoOrient.width, before.pageHeight ?? before.autoOrient.height]);
        for (const name of [
          "orientation",
          "pages",
          "delay",
          "loop",
          "isProgressive",
          "chromaSubsampling",
          "space",
          "hasAlpha",
        ] as const)
          expect([name, after[name]]).toEqual([
            name,
            name === "orientation" && before[name] === 1 ? undefined : before[name],
          ]);
        expect(after.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(before.icc && true);
      }),
      { numRuns: runs },
    );
  });

  it("that is damaged anywhere is refused, or served without what stood beside its pixels", async () => {
    const where = { place: fc.nat(100_000), early: fc.boolean() };
    const change = fc.oneof(
      fc.record({ ...where, cut: fc.constant(1), add: fc.uint8Array({ minLength: 1, maxLength: 1 }) }),
      fc.record({ ...where, cut: fc.nat(40), add: fc.uint8Array({ maxLength: 12 }) }),
    );
    let served = 0;
    await fc.assert(
      fc.asyncProperty(given, fc.array(change, { minLength: 1, maxLength: 3 }), async (each, changes) => {
        const made = await aPicture(kind, each);
        let { bytes } = made;
        // Half of them where a file names its encoder.
        for (const { place: at, early, cut, add } of changes) {
          const from = at % Math.min(bytes.length, early ? 700 : bytes.length);
          bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(add), bytes.subarray(from + cut)]);
        }
        const outcome = await clean({ ...made, bytes }).catch((error: unknown) => error as Error);
        const refused = outcome instanceof Error;
        expect(refused ? [outcome.name, (outcome as { code?: string }).code] : []).toEqual(
          refused ? ["AppError", "invalid"] : [],
        );
        if (refused) return;
        served += 1;
        expect(outcome.bytes.includes(SECRET)).toBe(false);
        expectNoNotes(outcome.bytes, await metadata(outcome.bytes));
      }),
      { numRuns: runs * 3 },
    );
    // Both happen.
    expect(served).toBeGreaterThan(0);
  });

  it("that is cut off is refused, or served without what stood beside its pixels", async () => {
    const whole = await aPicture(kind, {
      width: 40,
      height: 30,
      seed: 7,
      pages: 2,
      channels: 3,
      orientation: 6,
      progressive: true,
      finely: false,
      profile: true,
      cmyk: false,
      extras: extraSegments,
    });
    for (let part = 1; part < 20; part += 1) {
      const outcome = await clean({
        ...whole,
        bytes: whole.bytes.subarray(0, Math.floor((whole.bytes.length * part) / 20)),
      }).catch((error: unknown) => error as Error);
      const found =
        outcome instanceof Error ? outcome.name : signs.filter((sign) => outcome.bytes.includes(sign, 0, "latin1"));
      expect(found).toEqual(outcome instanceof Error ? "AppError" : []);
    }
  });
});
