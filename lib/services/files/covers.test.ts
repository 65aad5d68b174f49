import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetNotes } from "./covers";
import { examine } from "./examine";
import { cleanTags } from "./tags";

let folder = "";
let jpeg: Buffer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "broadsheet-covers-"));
  jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } })
    .withExif({ IFD0: { Artist: PLACE }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "50/1 36/1 0/1" } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>${PLACE}</exif:GPSLatitude></x:xmpmeta>`)
    .jpeg()
    .toBuffer();
});
afterAll(() => rmSync(folder, { recursive: true }));

const PLACE = "Durdle Door 50,36N";

const u32 = (n: number) => Buffer.from([n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]);
const little = (n: number) => Buffer.from(u32(n)).reverse();
const sevens = (n: number) => Buffer.from([(n >> 21) & 127, (n >> 14) & 127, (n >> 7) & 127, n & 127]);
const name = (text: string) => Buffer.from(text, "latin1");

/** A tag with a cover, as programs for podcasts write it. */
function tag(): Buffer {
  const inside = Buffer.concat([name("\0image/jpeg\0\x03\0"), jpeg]);
  const frame = Buffer.concat([name("APIC"), u32(inside.length), name("\0\0"), inside]);
  return Buffer.concat([name("ID3\x03\0\0"), sevens(frame.length), frame]);
}
const sound = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from("fffb9064", "hex"), Buffer.alloc(413)])),
);
const mp3 = () => Buffer.concat([tag(), sound]);
function flac(): Buffer {
  const block = (kind: number, inside: Buffer) =>
    Buffer.concat([Buffer.from([kind]), u32(inside.length).subarray(1), inside]);
  return Buffer.concat([name("fLaC"), block(0, Buffer.alloc(34)), block(128 + 6, jpeg), sound]);
}
function wav(): Buffer {
  const chunk = (kind: string, inside: Buffer) =>
    Buffer.concat([name(kind), little(inside.length), inside, Buffer.alloc(inside.length % 2)]);
  const inside = Buffer.concat([
    name("WAVE"),
    chunk("fmt ", Buffer.alloc(16, 1)),
    chunk("data", sound),
    chunk("id3 ", tag()),
  ]);
  return Buffer.concat([name("RIFF"), little(inside.length), inside]);
}

/** Opened from a file, since no decoder here takes anything else. */
function picture(bytes: Buffer): Sharp {
  const file = join(folder, "cover.jpg");
  writeFileSync(file, bytes);
  return sharp(file);
}

async function cleaned(bytes: Buffer): Promise<Buffer> {
  const file = join(folder, "sent");
  writeFileSync(file, bytes);
  await cleanTags(file);
  return readFileSync(file);
}

it.each([
  ["mp3", mp3],
  ["flac", flac],
  ["wav", wav],
])("the cover in a recording (%s) says no more where it was taken, and is the same picture", async (_suffix, make) => {
  const before = make();
  expect(before.toString("latin1").split(PLACE)).toHaveLength(3);
  const after = await cleaned(before);
  expect(after.includes(PLACE)).toBe(false);
  expect(after.length).toBe(before.length);
  expect(after.includes(sound)).toBe(true);
  const at = after.indexOf(Buffer.from("ffd8", "hex"));
  const cover = after.subarray(at, at + jpeg.length);
  const pixels = await picture(jpeg).raw().toBuffer();
  expect(await picture(cover).raw().toBuffer()).toEqual(pixels);
  expect((await picture(cover).metadata()).exif).toBeUndefined();
});

it("a recording is cleaned when it is examined, unless it comes from the site's own files", async () => {
  const file = join(folder, "talk.mp3");
  for (const isClean of [true, false]) {
    writeFileSync(file, mp3());
    expect(await examine(file, "talk.mp3", folder, isClean)).toMatchObject({ mediaType: "audio/mpeg", file });
    expect(readFileSync(file).includes(PLACE)).toBe(isClean);
  }
});

it("a PNG among tags loses its notes as well", () => {
  const bytes = Buffer.concat([u32(PLACE.length), name("eXIf"), name(PLACE), name("after")]);
  expect([forgetNotes(bytes), bytes.includes(PLACE), bytes.includes("after")]).toEqual([true, false, true]);
  expect(forgetNotes(bytes.subarray(0, 0))).toBe(false);
});

it("whatever is written, a recording keeps its length", async () => {
  const whole = [mp3(), flac(), wav()];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 6 }),
      fc.nat(2000),
      async (one, changes, cut) => {
        const bytes = Buffer.from(one.subarray(0, cut % 3 === 0 ? cut : one.length));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        expect((await cleaned(bytes)).length).toBe(bytes.length);
      },
    ),
    { numRuns: 200 },
  );
});
