import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, it } from "vitest";
import { openArchive } from "./reading";
import { ArchiveWriter } from "./writing";

const folder = mkdtempSync(join(tmpdir(), "archives-"));
afterAll(() => rmSync(folder, { recursive: true }));
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const picture = join(folder, "picture.jpg");
writeFileSync(picture, Buffer.alloc(3_000_000, "picture"));

async function write(path: string): Promise<ArchiveWriter> {
  const writer = await ArchiveWriter.begin(path);
  await writer.add("a.md", Buffer.from("text ".repeat(1000)), { deflate: true });
  await writer.add("b/picture.jpg", { file: picture }, { deflate: false });
  await writer.add("c.jsonl", Readable.from(["one\n", "two\n"], { objectMode: false }), { deflate: true });
  await writer.add("d", Buffer.alloc(0), { deflate: false });
  return writer;
}

it("writes files that are read again, and says what it wrote", async () => {
  const path = join(folder, "one.zip");
  const writer = await write(path);
  expect(writer.files).toEqual([
    { path: "a.md", bytes: 5000, sha256: sha256("text ".repeat(1000)) },
    { path: "b/picture.jpg", bytes: 3_000_000, sha256: sha256(readFileSync(picture)) },
    { path: "c.jsonl", bytes: 8, sha256: sha256("one\ntwo\n") },
    { path: "d", bytes: 0, sha256: sha256("") },
  ]);
  expect(existsSync(path)).toBe(false);
  await writer.finish();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(existsSync(`${path}.unfinished`)).toBe(false);
  const archive = await openArchive(path);
  expect([...archive.files.values()].map(({ name, isPacked }) => [name, isPacked])).toEqual([
    ["a.md", true],
    ["b/picture.jpg", false],
    ["c.jsonl", true],
    ["d", false],
  ]);
  for (const { path: name, sha256: wanted } of writer.files)
    expect(sha256(await archive.readWhole(name, 5_000_000))).toBe(wanted);
  archive.close();
});

it("writes the same bytes for the same files", async () => {
  await (await write(join(folder, "x.zip"))).finish();
  await (await write(join(folder, "y.zip"))).finish();
  expect(readFileSync(join(folder, "x.zip")).equals(readFileSync(join(folder, "y.zip")))).toBe(true);
});

it("puts a fingerprint over everything before it into the comment", async () => {
  const path = join(folder, "marked.zip");
  const writer = await write(path);
  await writer.finish({
    length: 64,
    make: async (file, bytes) => sha256(readFileSync(file).subarray(0, bytes)),
  });
  const whole = readFileSync(path);
  expect(whole.subarray(-64).toString()).toBe(sha256(whole.subarray(0, -64)));
  const archive = await openArchive(path);
  expect(archive.files.size).toBe(4);
  archive.close();
});

it("takes names in their order, once each, and none that lead elsewhere; a list comes last", async () => {
  const path = join(folder, "order.zip");
  const writer = await ArchiveWriter.begin(path);
  const add = (name: string, last?: boolean) => writer.add(name, Buffer.from("x"), { deflate: false, last });
  await add("b");
  await expect(add("a")).rejects.toThrow(/comes after/);
  await expect(add("B", true)).rejects.toThrow(/cannot be a name/);
  await expect(add("../c")).rejects.toThrow(/cannot be a name/);
  await add("a", true);
  await writer.finish();
  expect(statSync(path).size).toBeGreaterThan(100);
});

it("leaves nothing where it fails", async () => {
  const before = readdirSync(folder);
  const writer = await write(join(folder, "failing.zip"));
  await expect(writer.add("e", { file: join(folder, "missing") }, { deflate: false })).rejects.toThrow(/ENOENT/);
  await writer.abandon();
  expect(readdirSync(folder)).toEqual(before);
  await (await write(join(folder, "twice.zip"))).abandon();
  expect(readdirSync(folder)).toEqual(before);
});
