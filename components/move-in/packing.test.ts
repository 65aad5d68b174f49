import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPromise } from "yauzl";
import { afterAll, expect, it } from "vitest";
import { pack, withoutAside } from "./packing";

const folder = mkdtempSync(join(tmpdir(), "packing-"));
afterAll(() => rmSync(folder, { recursive: true }));

const placed = (path: string, bytes: string) => ({ path, file: new File([bytes], path.split("/").at(-1) ?? "") });

it("packs files so that they are read again, byte for byte and with their paths", async () => {
  const texts: Record<string, string> = {
    "site/_posts/2020-01-01-one.md": "---\ntitle: One\n---\nText.",
    "site/_posts/二.md": "第二篇。".repeat(50_000),
    "site/empty.md": "",
  };
  const file = await pack(
    Object.entries(texts).map(([path, text]) => placed(path, text)),
    "site.zip",
  );
  expect(file?.name).toBe("site.zip");
  const stored = join(folder, "site.zip");
  writeFileSync(stored, new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer()));
  const zip = await openPromise(stored);
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    // The reader compares checksums at the end.
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    found[entry.fileName] = Buffer.concat(chunks).toString();
  }
  expect(found).toEqual(texts);
});

it("refers to the files where they lie, instead of copying their bytes", async () => {
  const path = join(folder, "large.bin");
  writeFileSync(path, "x".repeat(200_000));
  const packed = await pack(
    [{ path: "site/large.bin", file: new File([await openAsBlob(path)], "large.bin") }],
    "site.zip",
  );
  expect(packed?.size).toBeGreaterThan(200_000);
  rmSync(path);
  await expect(packed?.arrayBuffer()).rejects.toMatchObject({ name: "NotReadableError" });
});

it("refuses more files than a plain archive can list", async () => {
  const one = placed("one.md", "");
  expect(
    await pack(
      Array.from({ length: 65_536 }, () => one),
      "site.zip",
    ),
  ).toBeNull();
});

it("leaves out what programs keep for themselves", () => {
  const paths = ["site/.git/HEAD", "site/node_modules/a/b.md", "site/content/a.md", ".DS_Store"];
  expect(withoutAside(paths.map((path) => placed(path, ""))).map(({ path }) => path)).toEqual(["site/content/a.md"]);
});
