import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examine } from "./examine";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "broadsheet-recordings-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const PLACE = "+50.6144-002.4576/";
const WORDS = "The harbour at dawn";
const u32 = (n: number) => Buffer.from([n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]);
const little = (n: number) => Buffer.from(u32(n)).reverse();
const latin = (text: string) => Buffer.from(text, "latin1");

/** Facts as converters copy them from a phone's film: by the phone's names, and by their own. */
const facts: Readonly<Record<string, string>> = {
  TITLE: WORDS,
  location: PLACE,
  "location-eng": PLACE,
  "com.apple.quicktime.location.ISO6709": PLACE,
  "com.android.version": `14 ${PLACE}`,
  GEO: PLACE,
  MAKE: PLACE,
  encoder: "Lavf61",
};

const exif = (place: string) => {
  const inside = latin(`Exif\0\0${place}`);
  return Buffer.concat([Buffer.from("ffd8ffe1", "hex"), u32(inside.length + 2).subarray(2), inside, latin("picture")]);
};
const cover = () => {
  const jpeg = exif(PLACE);
  return Buffer.concat([u32(3), u32(10), latin("image/jpeg"), u32(0), Buffer.alloc(16), u32(jpeg.length), jpeg]);
};

function comments(): Buffer {
  const list = [
    ...Object.entries(facts).map(([name, value]) => `${name}=${value}`),
    `METADATA_BLOCK_PICTURE=${cover().toString("base64")}`,
  ];
  const part = (text: string) => [little(Buffer.byteLength(text)), Buffer.from(text)];
  return Buffer.concat([...part("libopus"), little(list.length), ...list.flatMap(part)]);
}

/** The sum of a page as the format defines it, bit by bit. */
function checkOf(page: Buffer): number {
  let sum = 0;
  for (const byte of page)
    for (let bit = 7; bit >= 0; bit -= 1) {
      const isSet = ((sum >>> 31) ^ (byte >> bit)) & 1;
      sum = isSet ? ((sum << 1) ^ 0x04c11db7) >>> 0 : (sum << 1) >>> 0;
    }
  return sum;
}
const stored = (page: Buffer) => page.readUInt32LE(22);
const computed = (page: Buffer) => checkOf(Buffer.concat([page.subarray(0, 22), Buffer.alloc(4), page.subarray(26)]));

function page(stream: number, number: number, flags: number, lacing: readonly number[], inside: Buffer): Buffer {
  const whole = Buffer.concat([
    latin("OggS\0"),
    Buffer.from([flags]),
    Buffer.alloc(8),
    little(stream),
    little(number),
    Buffer.alloc(4),
    Buffer.from([lacing.length, ...lacing]),
    inside,
  ]);
  whole.writeUInt32LE(computed(whole), 22);
  return whole;
}

/** One packet over as many pages as it takes, each with so many parts at most. */
function pagesOf(stream: number, packets: readonly Buffer[], most = 2): Buffer {
  const pages: Buffer[] = [];
  for (const [index, packet] of packets.entries()) {
    const lacing = [...Array.from({ length: Math.floor(packet.length / 255) }, () => 255), packet.length % 255];
    for (let at = 0; at < lacing.length; at += most)
      pages.push(
        page(
          stream,
          pages.length,
          (at > 0 ? 1 : 0) + (index === 0 ? 2 : 0),
          lacing.slice(at, at + most),
          packet.subarray(at * 255, (at + most) * 255),
        ),
      );
  }
  return Buffer.concat(pages);
}
function pagesIn(bytes: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const count = bytes.readUInt8(at + 26);
    const to = at + 27 + count + bytes.subarray(at + 27, at + 27 + count).reduce((sum, each) => sum + each, 0);
    pages.push(bytes.subarray(at, to));
    at = to;
  }
  return pages;
}

const sound = latin("sound, sound, sound".repeat(40));
const vorbis = () => [
  Buffer.concat([latin("\x01vorbis"), Buffer.alloc(23)]),
  Buffer.concat([latin("\x03vorbis"), comments(), Buffer.from([1])]),
  latin("\x05vorbis code books"),
  sound,
];
const opus = () => [
  Buffer.concat([latin("OpusHead"), Buffer.alloc(11)]),
  Buffer.concat([latin("OpusTags"), comments(), latin(`padding ${PLACE}`)]),
  sound,
];
const block = (kind: number, inside: Buffer) =>
  Buffer.concat([Buffer.from([kind]), u32(inside.length).subarray(1), inside]);
const blocks = () => [
  block(4, comments()),
  block(6, cover()),
  block(2, latin(`riff${PLACE}`)),
  block(129, latin(`room ${PLACE}`)),
];
const oggFlac = () => [
  Buffer.concat([latin("\x7fFLAC\x01\0\0\x04fLaC"), block(0, Buffer.alloc(34))]),
  ...blocks(),
  Buffer.concat([Buffer.from([255, 248]), sound]),
];
const speex = () => [Buffer.concat([latin("Speex   1.2"), Buffer.alloc(69)]), comments(), sound];
const flac = () =>
  Buffer.concat([latin("fLaC"), block(0, Buffer.alloc(34)), ...blocks(), Buffer.from([255, 248]), sound]);

type Wide = 0 | 1 | 2 | 3;
function coded(text: string, coding: Wide): Buffer {
  if (coding === 0) return latin(text);
  if (coding === 3) return Buffer.from(text);
  const wide = Buffer.from(text, "utf16le");
  return coding === 1 ? Buffer.concat([Buffer.from("fffe", "hex"), wide]) : wide.swap16();
}
/** A tag of each version, with texts in each coding; `isStuffed`: with zeros behind what could be taken for sound. */
function tag(version: 2 | 3 | 4, coding: Wide, isStuffed: boolean): Buffer {
  const sevens = (n: number) => Buffer.from([(n >> 21) & 127, (n >> 14) & 127, (n >> 7) & 127, n & 127]);
  const stuffed = (bytes: Buffer) =>
    isStuffed ? Buffer.from([...bytes].flatMap((byte) => (byte === 255 ? [255, 0] : [byte]))) : bytes;
  const frame = (name: string, inside: Buffer) => {
    const whole = version === 4 ? stuffed(inside) : inside;
    return version === 2
      ? Buffer.concat([latin(name), u32(whole.length).subarray(1), whole])
      : Buffer.concat([latin(name), version === 4 ? sevens(whole.length) : u32(whole.length), latin("\0\0"), whole]);
  };
  const end = coding === 1 || coding === 2 ? latin("\0\0") : latin("\0");
  const own = ([name, value]: [string, string]) =>
    frame(
      version === 2 ? "TXX" : "TXXX",
      Buffer.concat([Buffer.from([coding]), coded(name, coding), end, coded(value, coding)]),
    );
  const frames = Buffer.concat([
    frame(version === 2 ? "TT2" : "TIT2", Buffer.concat([Buffer.from([coding]), coded(WORDS, coding)])),
    ...Object.entries(facts).map(own),
    frame(version === 2 ? "GEO" : "GEOB", latin(`\0text/plain\0place\0\0${PLACE}`)),
    ...(version === 2 ? [] : [frame("PRIV", latin(`phone\0${PLACE}`))]),
    frame(version === 2 ? "COM" : "COMM", latin(`\0eng\0${WORDS}`)),
  ]);
  const inside = version === 4 ? frames : stuffed(frames);
  return Buffer.concat([latin("ID3"), Buffer.from([version, 0, isStuffed ? 128 : 0]), sevens(inside.length), inside]);
}
const frames = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from("fffb9064", "hex"), Buffer.alloc(413, 7)])),
);

function wav(): Buffer {
  const chunk = (kind: string, inside: Buffer) =>
    Buffer.concat([latin(kind), little(inside.length), inside, Buffer.alloc(inside.length % 2)]);
  const inside = Buffer.concat([
    latin("WAVE"),
    chunk("fmt ", Buffer.alloc(16, 1)),
    chunk("iXML", latin(`<LOCATION_GPS>${PLACE}</LOCATION_GPS>`)),
    chunk("_PMX", latin(`<exif:GPSLatitude>${PLACE}`)),
    chunk("LIST", Buffer.concat([latin("INFO"), chunk("INAM", latin(WORDS))])),
    chunk("data", sound),
    chunk("id3 ", tag(3, 1, false)),
    chunk("JUNK", latin(PLACE)),
  ]);
  return Buffer.concat([latin("RIFF"), little(inside.length), inside]);
}

/** An element; its length may be unknown, as browsers and programs that send a film while it is made write it. */
const element = (id: string, inside: Buffer | string, isOpen = false): Buffer => {
  const bytes = typeof inside === "string" ? Buffer.from(inside) : inside;
  const size = isOpen
    ? Buffer.from("01ffffffffffffff", "hex")
    : Buffer.concat([Buffer.from([0x10 + (bytes.length >>> 24)]), u32(bytes.length).subarray(1)]);
  return Buffer.concat([Buffer.from(id, "hex"), size, bytes]);
};
const all = (id: string, ...inside: Buffer[]) => element(id, Buffer.concat(inside));
const fact = ([name, value]: [string, string]) => all("67c8", element("45a3", name), element("4487", value));
const track = (number: number, kind: number, codec: string, ...more: Buffer[]) =>
  all("ae", element("d7", Buffer.from([number])), element("83", Buffer.from([kind])), element("86", codec), ...more);
const simple = (number: number, inside: string) =>
  element("a3", Buffer.concat([Buffer.from([128 + number, 0, 0, 0]), latin(inside)]));
const group = (number: number, inside: string) =>
  all("a0", element("a1", Buffer.concat([Buffer.from([128 + number, 0, 0, 0]), latin(inside)])));
const xiph = () => {
  const [head, words, books] = vorbis();
  if (!head || !words || !books) throw new Error("no headers");
  return Buffer.concat([
    Buffer.from([
      2,
      head.length,
      ...Array.from({ length: Math.floor(words.length / 255) }, () => 255),
      words.length % 255,
    ]),
    head,
    words,
    books,
  ]);
};
function webm(isOpen: boolean): Buffer {
  const cluster = (...inside: Buffer[]) =>
    element("1f43b675", Buffer.concat([element("e7", Buffer.from([0])), ...inside]), isOpen);
  const film = [
    all("114d9b74", all("4dbb", element("53ab", Buffer.from("1254c367", "hex")), element("53ac", Buffer.from([9])))),
    element("ec", `void ${PLACE}`),
    all(
      "1549a966",
      element("2ad7b1", Buffer.from("0f4240", "hex")),
      element("7ba9", WORDS),
      element("7384", `/${PLACE}.mp4`),
    ),
    all(
      "1654ae6b",
      track(1, 1, "V_VP8", element("e0", "width and height")),
      track(2, 2, "A_VORBIS", element("63a2", xiph())),
      track(3, 0x21, "D_WEBVTT/METADATA"),
      track(4, 0x11, "D_WEBVTT/SUBTITLES"),
    ),
    cluster(simple(1, "picture one"), simple(2, "sound one"), simple(3, PLACE), element("4d00", PLACE)),
    cluster(
      simple(1, "picture two"),
      group(3, PLACE),
      group(4, `GPS(50.6144,-2.4576) ${PLACE}`),
      group(4, "As the GPS fails, they sail home"),
      element("ec", PLACE),
    ),
    all("1c53bb6b", element("bb", "where pictures stand")),
    all("1941a469", all("61a7", element("466e", "place.txt"), element("465c", PLACE))),
    all(
      "1254c367",
      element("bf", "sum!"),
      all("7373", element("63c0", ""), ...Object.entries(facts).map(fact)),
      all("7373", all("67c8", element("45a3", "COMMENT"), element("4487", WORDS), fact(["GPS", PLACE]))),
    ),
  ];
  return Buffer.concat([
    all("1a45dfa3", element("4282", "webm")),
    element("18538067", Buffer.concat(film), isOpen),
    ...(isOpen ? [] : [latin(`the end ${PLACE}`)]),
  ]);
}

const tags = ([2, 3, 4] as const).flatMap((version) =>
  ([0, 1, 2, 3] as const).flatMap((coding) =>
    [false, true].map((isStuffed): [string, string, () => Buffer] => [
      `tag ${version} in coding ${coding}${isStuffed ? ", stuffed" : ""}`,
      "audio/mpeg",
      () => Buffer.concat([tag(version, coding, isStuffed), frames]),
    ]),
  ),
);
const files: [name: string, mediaType: string, make: () => Buffer][] = [
  ["Vorbis", "audio/ogg", () => pagesOf(7, vorbis())],
  ["Opus", "audio/ogg", () => pagesOf(7, opus())],
  ["Opus in long pages", "audio/ogg", () => pagesOf(7, opus(), 200)],
  ["two recordings in one", "audio/ogg", () => Buffer.concat([pagesOf(7, opus()), pagesOf(8, vorbis())])],
  ["FLAC in Ogg", "audio/ogg", () => pagesOf(7, oggFlac())],
  ["Speex", "audio/ogg", () => pagesOf(7, speex())],
  ["Opus behind a tag", "audio/ogg", () => Buffer.concat([tag(3, 0, false), pagesOf(7, opus())])],
  ["FLAC", "audio/flac", flac],
  ["FLAC behind a tag", "audio/flac", () => Buffer.concat([tag(4, 3, false), flac()])],
  ["WAV", "audio/wav", wav],
  ["WebM", "video/webm", () => webm(false)],
  ["WebM while it is made", "video/webm", () => webm(true)],
  ...tags,
];

/** Whether some text stands in a file, in whatever coding. */
const holds = (bytes: Buffer, text: string): boolean =>
  ([0, 1, 2] as const).some((coding) =>
    bytes.includes(coding === 1 ? Buffer.from(text, "utf16le") : coded(text, coding)),
  );

async function cleaned(bytes: Buffer, isClean = false): Promise<{ mediaType: string; after: Buffer }> {
  const file = join(folder, "sent");
  writeFileSync(file, bytes);
  const { mediaType } = await examine(file, "sent", folder, isClean);
  return { mediaType, after: readFileSync(file) };
}

describe.each(files)("%s", (_name, mediaType, make) => {
  it("loses where it was made and keeps what people wrote, and its length", async () => {
    const before = make();
    expect(holds(before, PLACE)).toBe(true);
    const { after, mediaType: found } = await cleaned(before);
    expect(found).toBe(mediaType);
    expect(after.length).toBe(before.length);
    expect(holds(after, PLACE)).toBe(false);
    expect(after.includes(cover().toString("base64").slice(-40))).toBe(false);
    expect(holds(after, WORDS)).toBe(true);
    expect(holds(after, "Lavf61")).toBe(true);
    const again = await cleaned(after);
    expect(again.after).toEqual(after);
  });

  it("stays as it is where it comes from the site's own files", async () => {
    const before = make();
    expect((await cleaned(before, true)).after).toEqual(before);
  });
});

it("pages of Ogg keep their sums right, and the sound its bytes", async () => {
  for (const packets of [vorbis(), opus(), oggFlac(), speex()]) {
    const before = pagesIn(pagesOf(7, packets));
    const after = pagesIn((await cleaned(Buffer.concat(before))).after);
    expect(after.map(stored)).toEqual(after.map(computed));
    expect(after.at(-1)).toEqual(before.at(-1));
  }
});

it("a film of WebM keeps pictures, sound and what is said, and its sums of what is gone are no sums", async () => {
  for (const isOpen of [true, false]) {
    const before = webm(isOpen);
    const { after } = await cleaned(before);
    for (const text of [
      "picture one",
      "sound one",
      "picture two",
      "they sail home",
      "where pictures stand",
      "code books",
    ])
      expect([text, after.indexOf(text)]).toEqual([text, before.indexOf(text)]);
    expect(after.includes("sum!")).toBe(false);
  }
});

it("what holds nothing to lose keeps its bytes", async () => {
  const recording = pagesOf(7, [
    Buffer.concat([latin("OpusHead"), Buffer.alloc(11)]),
    Buffer.concat([latin("OpusTags"), little(0), little(0)]),
    sound,
  ]);
  const film = Buffer.concat([
    all("1a45dfa3", element("4282", "webm")),
    all(
      "18538067",
      all("1654ae6b", track(1, 1, "V_VP8")),
      all("1f43b675", element("bf", "sum!"), simple(1, "picture")),
    ),
  ]);
  for (const bytes of [recording, film]) expect((await cleaned(bytes)).after).toEqual(bytes);
});

it("whatever is written, a recording keeps its length", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files.slice(0, 16)),
      fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { maxLength: 6 }),
      fc.nat(6000),
      async ([, , make], changes, cut) => {
        const whole = make();
        const bytes = Buffer.from(cut % 3 === 0 ? whole.subarray(0, cut) : whole);
        for (const [at, value] of changes) if (at > 64 && at < bytes.length) bytes[at] = value;
        const file = join(folder, "any");
        writeFileSync(file, bytes);
        await examine(file, "any", folder, false).catch(() => undefined);
        expect(readFileSync(file).length).toBe(bytes.length);
      },
    ),
    { numRuns: 200 },
  );
});
