import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cleanCaptions } from "./captions";
import { examine } from "./examine";

const folder = mkdtempSync(join(tmpdir(), "captions-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (ms: number) => new Date(ms).toISOString().slice(11, 23);
const cue = (from: number, to: number, text = "x") => `${at(from)} --> ${at(to)}\n${text}\n`;
const film = (count: number, cueAt: (index: number) => string) =>
  `WEBVTT\n\n${Array.from({ length: count }, (_, index) => cueAt(index)).join("\n")}`;
const tooMany = expect.objectContaining({ extra: { reason: "captions_too_many" } });

describe("captions", () => {
  it("keep what they say and where, without style sheets and remarks, however these are spelled", () => {
    const clean = cleanCaptions(
      [
        "\uFEFFWEBVTT - a film",
        "STYLE",
        "::cue { color: red }",
        "",
        "STYLE \t",
        "::cue { color: red }",
        "",
        "NOTE for ourselves",
        "",
        "REGION",
        "id:fred",
        "width:40%",
        "<b>",
        "",
        "STYLE",
        "00:01.000-->00:02.500 align:left  region:fred",
        "- Hello",
        "- <i>Jane</i>",
        "01:00:03.000 --> 01:00:04.000",
        "STYLE",
        "",
        "00:05.000 --> never",
        "no times",
        "",
        "STYLE",
        "::cue { color: red }",
      ].join("\r"),
    );
    expect(clean).toBe(
      [
        "WEBVTT",
        "",
        "REGION",
        "id:fred",
        "width:40%",
        "",
        "00:01.000 --> 00:02.500 align:left  region:fred",
        "- Hello",
        "- <i>Jane</i>",
        "",
        "01:00:03.000 --> 01:00:04.000",
        "STYLE",
        "",
      ].join("\n"),
    );
    expect(cleanCaptions(clean)).toBe(clean);
  });

  it("of a long film are taken, one after the other and some at once", () => {
    expect(cleanCaptions(film(5_000, (i) => cue(i * 100, i * 100 + 100)))).toContain(at(499_900));
    expect(cleanCaptions(film(40, (i) => cue(i < 20 ? 0 : 1_001, i < 20 ? 1_000 : 2_000)))).toContain(at(2_000));
  });

  it.each([
    ["too many", film(5_001, (i) => cue(i * 100, i * 100 + 50))],
    ["too many at once", film(21, () => cue(0, 1_000))],
    ["too many within each other", film(21, (i) => cue(i, 1_000 - i))],
    ["too many that end before they begin", film(21, (i) => cue(500, i))],
    ["too long", film(1, () => cue(0, 1_000, "x".repeat(1_000)))],
    ["too long in several lines", film(1, () => cue(0, 1_000, `${"x".repeat(499)}\n`.repeat(2).trim()))],
  ])("are refused where they are %s", (_what, text) => {
    expect(() => cleanCaptions(text)).toThrow(tooMany);
  });

  it.each([
    ["utf-8", (text: string) => Buffer.from(text)],
    ["utf-8 with a mark", (text: string) => Buffer.from(`\uFEFF${text}`)],
    ["utf-16le", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["utf-16be with two marks", (text: string) => Buffer.from(`\uFEFF\uFEFF${text}`, "utf16le").swap16()],
  ])("are captions in %s as well, and no plain text", async (_coding, encoded) => {
    const file = join(folder, "sent");
    writeFileSync(file, encoded(`WEBVTT\n\nSTYLE\n::cue { color: red }\n\n${cue(0, 1_000)}`));
    const examined = await examine(file, "notes.txt", folder, false);
    expect(examined).toMatchObject({ mediaType: "text/vtt", suffix: "vtt" });
    expect(readFileSync(examined.file, "utf8")).toBe(`WEBVTT\n\n${cue(0, 1_000)}`);
  });
});
