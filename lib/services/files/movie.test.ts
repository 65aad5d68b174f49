import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { examine } from "./examine";
import { forgetPlaces } from "./movie";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "broadsheet-movie-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const u32 = (...numbers: number[]) =>
  Buffer.from(numbers.flatMap((n) => [n >>> 24, n >>> 16, n >>> 8, n].map((b) => b & 255)));
const box = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const inside = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  return Buffer.concat([u32(inside.length + 8), Buffer.from(type, "latin1"), inside]);
};
const full = u32(0);
const PLACE = "+50.6144-002.4576/";
const item = (number: number, value: string) =>
  Buffer.concat([u32(value.length + 24, number), box("data", u32(1, 0), value)]);
const facts = (isQuickTime: boolean) =>
  box(
    "meta",
    ...(isQuickTime ? [] : [full]),
    box("hdlr", full, full, "mdta", full, full, full),
    box(
      "keys",
      u32(0, 2),
      box("mdta", "com.apple.quicktime.location.ISO6709"),
      box("mdta", "com.apple.quicktime.software"),
    ),
    box("ilst", item(1, PLACE), item(2, "17.1")),
  );
const own = (name: string, value: string) =>
  box("----", box("mean", full, "com.example"), box("name", full, name), box("data", u32(1, 0), value));
const track = (handler: string, from: number, sizes: readonly number[]) =>
  box(
    "trak",
    box("tkhd", Buffer.alloc(84)),
    box(
      "mdia",
      box("hdlr", full, full, handler, full, full, full),
      box(
        "minf",
        box(
          "stbl",
          box("stsz", u32(0, 0, sizes.length, ...sizes)),
          box("stsc", u32(0, 1, 1, sizes.length, 1)),
          box("stco", u32(0, 1, from)),
        ),
      ),
    ),
  );

const head = box("ftyp", "qt  ", u32(0), "qt  ");
const [picture, way] = ["picture and sound", `GPS5 ${PLACE} GPS5 ${PLACE}`];
const samples = box("mdat", picture, way);

/** A film as phones write it, with its place wherever it may stand. */
function movie(isQuickTime: boolean): Buffer {
  const at = head.length + 8;
  return Buffer.concat([
    head,
    samples,
    box("moof", box("traf", box("udta", box("\u00A9xyz", PLACE)))),
    box(
      "moov",
      box("mvhd", Buffer.alloc(100, 7)),
      track("vide", at, [picture.length]),
      track("meta", at + picture.length, [10, way.length - 10]),
      facts(isQuickTime),
      box(
        "udta",
        box("\u00A9nam", "The harbour"),
        box("\u00A9xyz", u32(0x001215c7), PLACE),
        box("loci", full, PLACE),
        box(
          "meta",
          full,
          box("hdlr", full, full, "mdir", full),
          box("ilst", own("GPSLocation", PLACE), own("iTunSMPB", "0")),
        ),
        box("uuid", Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex"), `<x exif:GPS="${PLACE}"/>`),
        box("uuid", Buffer.from("ffcc8263f8554a938814587a02521fdd", "hex"), "spherical"),
        full,
      ),
    ),
  ]);
}

async function cleaned(bytes: Buffer): Promise<Buffer> {
  const file = join(folder, "sent");
  writeFileSync(file, bytes);
  await forgetPlaces(file);
  return readFileSync(file);
}

it.each([true, false])("a film loses where it was made and nothing else, as QuickTime: %s", async (isQuickTime) => {
  const before = movie(isQuickTime);
  expect(before.toString("latin1").split(PLACE)).toHaveLength(9);
  const after = await cleaned(before);
  expect(after.includes("50.61", 0, "latin1")).toBe(false);
  expect(after.length).toBe(before.length);
  for (const kept of [head.toString("latin1"), picture, "The harbour", "17.1", "iTunSMPB", "spherical", "mvhd"])
    expect(after.includes(kept, 0, "latin1")).toBe(true);
  expect(after.toString("latin1").split("trak")).toHaveLength(2);
  expect(await cleaned(after)).toEqual(after);
});

/** Names that cameras gave to boxes of their own: of Sony, Canon, Nikon, Panasonic, Samsung, DJI, GoPro, dash cameras. */
const invented = [
  "xml ",
  "bxml",
  "CNTH",
  "NCDT",
  "PANA",
  "sefd",
  "smta",
  "\u00A9xsp",
  "GPMF",
  "MVTG",
  "thmb",
  "uuid",
  // Former parts of a film, which programs leave where they were.
  "free",
  "skip",
];
const canon = Buffer.from("85c0b687820f11e08111f4ce462b6a48", "hex");

it("what a camera wrote in boxes of its own is emptied, wherever they stand", async () => {
  const at = head.length + 8;
  for (const name of invented) {
    const note = box(name, ...(name === "uuid" ? [canon] : []), `<GPS>${PLACE}</GPS>`);
    const sonys = box("meta", full, box("hdlr", full, full, "nrtm", full), note);
    const whole = [
      [head, samples, note, box("moov", track("vide", at, [20]))],
      [head, samples, sonys, box("moov", track("vide", at, [20]))],
      [head, samples, box("moov", note, track("vide", at, [20]))],
      [head, samples, box("moov", track("vide", at, [20]), box("udta", note, full))],
      [head, samples, box("moov", track("vide", at, [20]), sonys)],
      [head, samples, box("moov", box("trak", box("tkhd", Buffer.alloc(84)), note))],
      [head, box("moof", note, box("traf", note)), samples],
    ];
    for (const parts of whole) {
      const before = Buffer.concat(parts);
      const after = await cleaned(before);
      expect([name, after.indexOf(`<GPS>${PLACE}`, 0, "latin1")]).toEqual([name, -1]);
      expect(after.length).toBe(before.length);
      expect(after.subarray(0, head.length)).toEqual(head);
      expect(after.includes(picture)).toBe(true);
    }
  }
});

it("places at the end of a film, between its samples and in what a drone says are overwritten", async () => {
  const at = head.length + 8;
  const end = Buffer.from(`insta360 ${PLACE}`);
  expect(await cleaned(Buffer.concat([head, samples, box("moov", track("vide", at, [20])), end]))).toEqual(
    Buffer.concat([head, samples, box("moov", track("vide", at, [20])), Buffer.alloc(end.length)]),
  );

  const between = box("free", "GPS ", PLACE);
  const dash = (note: Buffer) =>
    Buffer.concat([
      head,
      box("mdat", picture, note),
      box("moov", box("gps ", u32(0x101, 1, at + picture.length, note.length))),
    ]);
  const clean = await cleaned(dash(between));
  expect(clean.includes(PLACE)).toBe(false);
  expect(clean.includes(picture)).toBe(true);

  const said = (words: string) =>
    Buffer.concat([head, box("mdat", words), box("moov", track("sbtl", at, [words.length]))]);
  for (const words of [
    "GPS(113.9527,22.5370,19)",
    "[latitude : 22.5370] [longtitude : 113.9527]",
    "HOME(113.9527,22.5)",
  ])
    expect([words, (await cleaned(said(words))).includes(words)]).toEqual([words, false]);
  const spoken = said("Where the GPS fails, they sail home by 3 stars.");
  expect(await cleaned(spoken)).toEqual(spoken);
});

it.each([0, 1, 2, 3])("a way in later parts of a film is overwritten, written in way %i", async (written) => {
  const numbered = (number: number, handler: string) =>
    box(
      "trak",
      box("tkhd", u32(0, 0, 0, number), Buffer.alloc(68)),
      box(
        "mdia",
        box("hdlr", full, full, handler, full, full, full),
        box("minf", box("stbl", box("stsz", u32(0, 0, 0)))),
      ),
    );
  const moov = box(
    "moov",
    numbered(1, "vide"),
    numbered(2, "meta"),
    box("mvex", box("trex", u32(0, 1, 1, 0, 0, 0)), box("trex", u32(0, 2, 1, 0, written === 2 ? PLACE.length : 0, 0))),
  );
  const begin = head.length + moov.length;
  const moof = (from: number): Buffer => {
    const hasBase = written === 1;
    const sizes = written === 2 || written === 3 ? [] : [10, PLACE.length - 10];
    const tfhd = box(
      "tfhd",
      u32(hasBase ? 1 : written === 3 ? 0x20010 : 0x20000, 2),
      ...(hasBase ? [u32(0, begin)] : []),
      ...(written === 3 ? [u32(PLACE.length)] : []),
    );
    const trun = box(
      "trun",
      u32(sizes.length > 0 ? 0x301 : 1, sizes.length || 1, from, ...sizes.flatMap((size) => [40, size])),
    );
    const shown = box(
      "traf",
      box("tfhd", u32(0x20000, 1)),
      box("trun", u32(0x201, 1, from - picture.length, picture.length)),
    );
    return box("moof", box("mfhd", u32(0, 1)), shown, box("traf", tfhd, trun));
  };
  const length = moof(0).length;
  const before = Buffer.concat([head, moov, moof(length + 8 + picture.length), box("mdat", picture, PLACE, picture)]);
  const after = await cleaned(before);
  expect([after.length, after.includes(PLACE), after.toString("latin1").split(picture).length]).toEqual([
    before.length,
    false,
    3,
  ]);
});

it("a film that breaks off keeps what was recorded", async () => {
  const whole = Buffer.concat([head, box("moov", track("vide", head.length + 8, [20])), samples]);
  const broken = whole.subarray(0, whole.length - 10);
  expect(await cleaned(broken)).toEqual(broken);
});

it("a film is cleaned when it is examined, unless it comes from the site's own files", async () => {
  const file = join(folder, "film.mov");
  for (const isClean of [true, false]) {
    writeFileSync(file, movie(true));
    expect(await examine(file, "film.mov", folder, isClean)).toMatchObject({ mediaType: "video/quicktime", file });
    expect(readFileSync(file).includes(PLACE, 0, "latin1")).toBe(isClean);
  }
});

it("a film without places keeps its bytes", async () => {
  const at = head.length + 8;
  const plain = Buffer.concat([head, samples, box("moov", track("vide", at, [20]), track("soun", at + 20, [20]))]);
  expect(await cleaned(plain)).toEqual(plain);
});

it("whatever is written, a film keeps its length", async () => {
  const whole = movie(true);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
      fc.nat(whole.length),
      async (changes, cut) => {
        const bytes = Buffer.from(whole.subarray(0, whole.length - (cut % 3 === 0 ? cut : 0)));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        expect((await cleaned(bytes)).length).toBe(bytes.length);
      },
    ),
    { numRuns: 300 },
  );
});
