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
