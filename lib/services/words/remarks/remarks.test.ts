import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { knownRemarks, remarkIn } from "./remarks";

const inChinese = (text: string) => remarkIn("zh-CN", text);

it("says what an import tells in the reader's language, with what it tells of", () => {
  expect(inChinese("It has no id.")).toBe("没有编号。");
  expect(inChinese('its tag "a "quoted" one" was not taken in')).toBe('其标签“a "quoted" one”未迁入');
  expect(
    inChinese("3 files were not found and stay at the old site; name its folder with --media, or use --fetch-media"),
  ).toMatch(/^有 3 个文件未找到/);
  expect(inChinese('the address "a" is taken here; it has "a-2"')).toBe("地址“a”在本站已被占用，改为“a-2”");
});

it("says a reason within a sentence in the same language", () =>
  expect(inChinese("image https://old.example/a.png stays at the old site: the old site answered 404")).toBe(
    "图片 https://old.example/a.png 仍留在旧站：旧站返回 404",
  ));

it("leaves a sentence that it does not know, and English, as they are", () => {
  for (const text of ["Something new.", "", "{reason}", "image"]) expect(remarkIn("en", text)).toBe(text);
  for (const text of ["Something new.", "", "{reason}"]) expect(inChinese(text)).toBe(text);
});

it("tells readers of the dashboard of its fields, and not of options of the command line", () => {
  const text = "its file was not found; name its folder with --media, or use --fetch-media";
  expect(remarkIn("en", text)).toBe(
    "its file was not found; send a .zip of the old site's files, or have missing ones fetched",
  );
  expect(knownRemarks("en").filter((sentence) => !knownRemarks("zh-CN").includes(sentence))).toEqual([]);
  // Every sentence that names an option is another one there, with what only the command line does named as its own.
  const option = /(?<![-!<])--[a-z]/;
  const withOption = knownRemarks("zh-CN").filter((sentence) => option.test(sentence));
  expect(withOption.length).toBeGreaterThan(7);
  for (const locale of ["en", "zh-CN"] as const)
    expect(
      withOption.filter((sentence) => option.test(remarkIn(locale, sentence)) && !sentence.includes("--from-private")),
    ).toEqual([]);
});

it("takes no time for a text that is made to need much", () => {
  const long = `its ${"has more than ".repeat(20_000)}`;
  expect(inChinese(long)).toBe(long);
});

it("knows only sentences that are said", () => {
  const said = ["lib/features/moving", "lib/features/options", "lib/features/redirects"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .map((name) => readFileSync(join(folder, name), "utf8").replaceAll('\\"', '"')),
    )
    .join("\n");
  const isSaid = (sentence: string) =>
    sentence
      .split(/\{\w+\}/)
      .map((piece) => piece.trim())
      .filter((piece) => piece.length > 10)
      // Where a number decides, only the words around it stand together.
      .every(
        (piece) =>
          said.includes(piece) ||
          piece.split(/\b(?:was|were|stays|stay|is|are|file|files)\b/).every((part) => said.includes(part.trim())),
      );
  expect(knownRemarks("zh-CN").filter((sentence) => !isSaid(sentence))).toEqual([]);
});
