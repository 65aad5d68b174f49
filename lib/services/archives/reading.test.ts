import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type MadeEntry, madeZip } from "../../testing/made-zip";
import { type ArchiveLimits, foreignLimits } from "./limits";
import { type Archive, openArchive } from "./reading";

const folder = mkdtempSync(join(tmpdir(), "archives-"));
const path = join(folder, "made.zip");
const opened: Archive[] = [];

async function openMade(zip: Buffer, limits?: Partial<ArchiveLimits>): Promise<Archive> {
  writeFileSync(path, zip);
  const archive = await openArchive(path, limits);
  opened.push(archive);
  return archive;
}
const open = (entries: MadeEntry[], limits?: Partial<ArchiveLimits>) => openMade(madeZip(entries), limits);

afterEach(() => {
  for (const archive of opened.splice(0)) archive.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const good: MadeEntry = { name: "good.md", data: "good" };
const zeros = Buffer.alloc(1024 ** 2);

describe("an archive is refused whole, naming the entry,", () => {
  const cases: [why: string, entry: MadeEntry | MadeEntry[], says: RegExp][] = [
    ["for a name that leads out", { name: "../out.md" }, /"..\/out.md": its name leads out/],
    ["for one that leads out in its middle", { name: "a/../../out.md" }, /leads out/],
    ["for an absolute name", { name: "/etc/passwd" }, /"\/etc\/passwd": its name is an absolute path/],
    ["for a drive", { name: "c:/boot.ini" }, /"c:\/boot.ini": its name begins with a drive/],
    ["for a backslash", { name: "a\\b.md" }, /backslash/],
    ["for a NUL", { name: "a\0.md" }, /NUL/],
    ["for a name without characters", { name: "" }, /it has no name/],
    ["for one that says UTF-8 and is none", { name: Buffer.from([0x61, 0xff]) }, /not UTF-8/],
    ["for a symbolic link", { name: "link", data: "/etc/passwd", mode: 0o120777 }, /"link": it is a link or a device/],
    ["for a device", { name: "disk", mode: 0o060600 }, /"disk": it is a link or a device/],
    ["for a pipe", { name: "pipe", mode: 0o010600 }, /link or a device/],
    ["for a file that is in it twice", [{ name: "a.md" }, { name: "a.md" }], /"a.md": it is in it twice/],
    ["for the same by a detour", [{ name: "a.md" }, { name: "./a.md" }], /in it twice/],
    ["for names of different case", [{ name: "a.md" }, { name: "A.md" }], /"A.md": "a.md" differs in case only/],
    ["for names of different composition", [{ name: "\u00e9.md" }, { name: "e\u0301.md" }], /differs in case only/],
    [
      "for a folder that is a file",
      [{ name: "a" }, { name: "a/b.md" }],
      /"a\/b.md": what should be its folder is a file/,
    ],
    ["for a file that is a folder", [{ name: "a/b.md" }, { name: "a" }], /"a": it is both a file and a folder/],
    ["for an archive in it", { name: "more.ZIP" }, /"more.ZIP": it is an archive within the archive/],
    [
      "for encryption",
      { name: "secret.md", data: "twelve bytes", flags: 0x801, size: 0 },
      /"secret.md": it is encrypted/,
    ],
    ["for another way of packing", { name: "a.md", method: 14, size: 9 }, /"a.md": it is packed in a way/],
    [
      "for bytes that two entries share",
      [
        { name: "a.md", data: "abc" },
        { name: "b.md", data: "abc", bytesOf: 1 },
      ],
      /shares its bytes/,
    ],
  ];
  it.each(cases)("%s", async (_why, entries, says) => {
    await expect(open([good, ...[entries].flat()])).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(says),
      extra: { errors: [{ field: "file", code: "bad_archive" }] },
    });
    expect(readdirSync(folder)).toEqual(["made.zip"]);
  });

  it("for too many entries, before they are read", async () => {
    const most = { ...foreignLimits, entries: 3 };
    await expect(
      open(
        [1, 2, 3, 4].map((name) => ({ name: `${name}` })),
        most,
      ),
    ).rejects.toThrow(/4 entries; at most 3/);
    await expect(openMade(madeZip([good], { count: 65_534 }))).rejects.toThrow(/list of entries is damaged/);
  });

  it("for an entry, and for a whole, that unpacks to too much", async () => {
    const bomb = (name: string) => ({ name, data: zeros, deflate: true });
    await expect(open([bomb("a")], { entryBytes: 1000 })).rejects.toThrow(/"a": it is larger than 1,000 bytes/);
    await expect(open([bomb("a"), bomb("b")], { allBytes: 1.5 * zeros.length })).rejects.toThrow(/"b": with it/);
    // A megabyte of zeros takes a thousandth of it; beyond the first bytes two hundredfold is the most.
    await expect(open([bomb("a"), bomb("b")], { freeBytes: 1000 })).rejects.toThrow(/"a": with it the archive unpacks/);
    expect((await open([bomb("a"), bomb("b")])).files.size).toBe(2);
    expect(foreignLimits).toMatchObject({ entries: 200_000, entryBytes: 2 * 1024 ** 3, allBytes: 20 * 1024 ** 3 });
    expect(foreignLimits).toMatchObject({ ratio: 200, freeBytes: 10 * 1024 ** 2 });
  });

  it("where it is none, cut off, or empty", async () => {
    const whole = madeZip([good]);
    for (const zip of [Buffer.alloc(0), Buffer.from("<html>sign in</html>"), whole.subarray(0, -30)])
      await expect(openMade(zip)).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringMatching(/whole .zip/),
      });
    const damaged = Buffer.from(whole);
    damaged[whole.length - 22 - 53 + 1] = 0;
    await expect(openMade(damaged)).rejects.toThrow(/list of entries is damaged/);
  });
});

describe("reading an entry", () => {
  const readAll = async (archive: Archive, name: string) => String(await archive.readWhole(name, 10_000_000));

  it("gives its bytes, packed or not, and none of an empty one", async () => {
    const archive = await open([
      { name: "b.md", data: "stored" },
      { name: "a/", mode: 0o040755 },
      { name: "a/a.md", data: "packed".repeat(1000), deflate: true },
      { name: "empty" },
    ]);
    expect([...archive.files.keys()]).toEqual(["a/a.md", "b.md", "empty"]);
    expect(await readAll(archive, "b.md")).toBe("stored");
    expect(await readAll(archive, "a/a.md")).toBe("packed".repeat(1000));
    expect(await readAll(archive, "empty")).toBe("");
    await expect(archive.readWhole("a/a.md", 5999)).rejects.toThrow(/larger than 6 kB/);
    await expect(archive.read("c")).rejects.toThrow(/has no "c"/);
  });

  it("reads names of UTF-8 that do not say so, and of the old code page", async () => {
    const archive = await open([
      { name: "日记.md", flags: 0 },
      { name: Buffer.from([0x81, 0x62]), flags: 0 },
    ]);
    expect([...archive.files.keys()]).toEqual(["üb", "日记.md"]);
  });

  it("stops where there is more than the list of entries says, at once", async () => {
    const archive = await open([{ name: "bomb", data: zeros, deflate: true, size: 100 }]);
    const stream = await archive.read("bomb");
    let got = 0;
    await expect(
      (async () => {
        for await (const piece of stream) got += (piece as Buffer).length;
      })(),
    ).rejects.toMatchObject({ code: "invalid", message: expect.stringMatching(/more than its 100 bytes/) });
    expect(got).toBe(0);
  });

  it.each<[string, MadeEntry]>([
    ["less than it says", { name: "x", data: "abc", deflate: true, size: 4 }],
    ["other bytes than it says", { name: "x", data: "abc", checksum: 1 }],
    ["what cannot be unpacked", { name: "x", data: "\xff\xff\xff", method: 8, size: 9 }],
    ["bytes beyond the archive", { name: "x", data: "abc", size: 5000, packedSize: 5000 }],
  ])("fails for %s, naming it", async (_what, entry) => {
    const archive = await open([entry]);
    await expect(readAll(archive, "x")).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining('"x"'),
    });
  });

  it("can be left in the middle", async () => {
    const archive = await open([{ name: "x", data: Buffer.alloc(3_000_000, "x") }, good]);
    for await (const piece of await archive.read("x")) {
      expect((piece as Buffer).length).toBeGreaterThan(0);
      break;
    }
    expect(await readAll(archive, "good.md")).toBe("good");
  });
});
