import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileTypeFromFile } from "file-type";
import { afterAll, expect, it, vi } from "vitest";
import { examine } from "./examine";

vi.mock("file-type", () => ({ fileTypeFromFile: vi.fn<typeof fileTypeFromFile>() }));

const folder = mkdtempSync(join(tmpdir(), "examine-"));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([undefined, "application/xml", "image/svg+xml", "text/plain"])(
  "a drawing is cleaned, also where the library of signatures takes it for %s",
  async (mime) => {
    vi.mocked(fileTypeFromFile).mockResolvedValue(mime === undefined ? undefined : { ext: "svg", mime });
    const file = join(folder, "drawing");
    writeFileSync(file, '<svg onload="alert(1)"><script>alert(1)</script><path d="M0 0"/></svg>');
    const examined = await examine(file, "drawing.svg", folder, false);
    expect(examined).toMatchObject({ mediaType: "image/svg+xml", suffix: "svg" });
    expect(readFileSync(examined.file, "utf8")).toBe('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0" /></svg>');
  },
);

it.each([
  ["utf-16le", (text: string) => Buffer.from(text, "utf16le")],
  ["utf-16be", (text: string) => Buffer.from(text, "utf16le").swap16()],
])("a text in %s is kept as UTF-8, not taken for sound", async (_coding, encoded) => {
  vi.mocked(fileTypeFromFile).mockResolvedValue({ ext: "mp1", mime: "audio/mpeg" });
  const file = join(folder, "wide");
  writeFileSync(file, encoded("\ufeffName,Stadt\r\nJörg,Köln 你好\r\n"));
  const examined = await examine(file, "people.csv", folder, false);
  expect(examined).toMatchObject({ mediaType: "text/plain", suffix: "csv" });
  expect(readFileSync(examined.file, "utf8")).toBe("Name,Stadt\r\nJörg,Köln 你好\r\n");
  writeFileSync(file, encoded('\ufeff<svg onload="alert(1)"><path d="M0 0"/></svg>'));
  expect(readFileSync((await examine(file, "drawing.svg", folder, false)).file, "utf8")).not.toContain("onload");
  writeFileSync(file, encoded("\ufeff"));
  await expect(examine(file, "a.txt", folder, false)).rejects.toMatchObject({ extra: { reason: "file_empty" } });
  writeFileSync(file, encoded("\ufeffnot a text\0"));
  await expect(examine(file, "a.txt", folder, false)).rejects.toMatchObject({ code: "unsupported_media" });
});
