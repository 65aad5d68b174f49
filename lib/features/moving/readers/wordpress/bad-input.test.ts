import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AppError } from "../../../../core/errors";
import { madeZip } from "../../../../testing/made-zip";
import { SourceEnd } from "../../reading";
import { everything, fileOf, freshFolder, opened } from "../testing-source";
import { wordpressReader } from "./reader";
import { head, item, wxr } from "./testing-wxr";

const read = (content: string | Uint8Array, choices = {}) =>
  everything(wordpressReader, fileOf("old.xml", content), choices);
const refusal = async (content: string | Uint8Array): Promise<AppError> => {
  try {
    await opened(wordpressReader, fileOf("old.xml", content));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it was not refused");
};

const whole = wxr([{ id: 1 }, { id: 2 }, { id: 3 }]);

it("gives what was whole of a file that is cut off, then says where it ends", async () => {
  const bytes = Buffer.from(whole);
  const cut = bytes.subarray(0, bytes.indexOf("<wp:post_id>3") + 5);
  const { of, ended } = await read(cut);
  expect(of("post").map(({ source }) => source)).toEqual(["1", "2"]);
  expect(ended).toBeInstanceOf(SourceEnd);
  expect(ended).toMatchObject({ byte: cut.length, lastRecord: { kind: "post", source: "2" } });
});

it("ends at every place of a cut without giving half a record", async () => {
  const bytes = Buffer.from(
    wxr([
      { id: 1, title: "你好" },
      { id: 2, content: "<b>x</b>" },
    ]),
  );
  const start = bytes.indexOf("<item>");
  for (let end = start; end < bytes.length - 6; end += 97) {
    const { of, ended } = await read(bytes.subarray(0, end));
    expect(ended).toMatchObject({ byte: end });
    for (const { title, originalContent } of of("post"))
      expect([title, originalContent].join()).toMatch(/^(?:你好,<p>Text\.<\/p>|A title,<p><b>x<\/b><\/p>)$/);
  }
});

it("says where a file is damaged", async () => {
  const bad = whole.replace("<wp:post_id>2", "</nothing><wp:post_id>2");
  const { of, ended } = await read(bad);
  expect(of("post").map(({ source }) => source)).toEqual(["1"]);
  expect(String(ended)).toContain("It cannot be read further: Unexpected close tag");
  expect((ended as SourceEnd).byte).toBeGreaterThanOrEqual(Buffer.from(bad).indexOf("</nothing>"));
  expect((ended as SourceEnd).byte).toBeLessThan(Buffer.from(bad).indexOf("</nothing>") + 20);
});

const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
it.each([
  ["entities", bomb + whole.slice(whole.indexOf("<rss"))],
  [
    "an external entity",
    `<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd">${whole.slice(whole.indexOf("<rss"))}`,
  ],
  ["a declaration without end", `${head()}<!DOCTYPE x [${"<!ENTITY a 'b'>".repeat(100_000)}`],
  ["one in the middle", whole.replace("<wp:post_id>2", `<!DOCTYPE x><wp:post_id>2`)],
  ["an entity in the middle", whole.replace("<wp:post_id>2", `<!ENTITY x "y"><wp:post_id>2`)],
])("refuses a document type at once: %s", async (_name, content) => {
  const begun = performance.now();
  expect((await refusal(content)).extra.reason).toBe("doctype");
  expect(performance.now() - begun).toBeLessThan(10_000);
});

it("takes a text that speaks of a document type", async () => {
  expect((await read(wxr([{ content: "<!DOCTYPE html> <!ENTITY" }]))).of("post")).toHaveLength(1);
});

const declared = (encoding: string, text: string) =>
  wxr([{ title: text }]).replace('encoding="UTF-8"', `encoding="${encoding}"`);

it("reads other encodings by their declaration or mark", async () => {
  const latin = Buffer.from(declared("ISO-8859-1", "Caf\u00E9"), "latin1");
  expect((await read(latin)).text("1").title).toBe("Caf\u00E9");
  const windows = Buffer.from(declared("Windows-1252", "\u0093x\u0094"), "latin1");
  expect((await read(windows)).text("1").title).toBe("\u201Cx\u201D");
  // 你好 in GBK.
  const gbk = Buffer.from(declared("GBK", "\u00C4\u00E3\u00BA\u00C3"), "latin1");
  expect((await read(gbk)).text("1").title).toBe("你好");
  const little = Buffer.from(`\uFEFF${declared("UTF-16", "你好")}`, "utf16le");
  expect((await read(little)).text("1").title).toBe("你好");
  expect((await read(Buffer.from(little).swap16())).text("1").title).toBe("你好");
  expect(await wordpressReader.recognise(fileOf("x.xml", little))).toBe("a WordPress export (WXR 1.2)");
  expect((await read(`\uFEFF${whole}`)).of("post")).toHaveLength(3);
});

it("refuses bytes that do not fit, and names the byte", async () => {
  const bytes = Buffer.from(wxr([{ title: "Caf#" }]));
  const at = bytes.indexOf("#");
  bytes[at] = 0xe9;
  expect((await refusal(bytes)).message).toContain(`byte ${at} is no UTF-8`);
  const gbk = Buffer.from(declared("GBK", "x#<"), "latin1");
  const place = gbk.indexOf("#");
  gbk[place] = 0xff;
  expect((await refusal(gbk)).message).toContain(`byte ${place} is no GB18030`);
  expect((await refusal(Buffer.from(declared("KOI8-R", "x")))).message).toContain("KOI8-R");
});

it("finds a bad byte behind the first part that is read", async () => {
  const bytes = Buffer.from(wxr([{ content: `${"ä".repeat(300_000)}#` }]));
  const at = bytes.indexOf("#</", 600_000) < 0 ? bytes.indexOf("#]]", 500_000) : 0;
  bytes[at] = 0xff;
  expect((await refusal(bytes)).message).toContain(`byte ${at} is no UTF-8`);
});

it("removes control characters with one warning", async () => {
  const { of } = await read(
    wxr([
      { id: 1, title: "A\u0000\u0008b" },
      { id: 2, content: "x\u001By\u0000" },
    ]),
  );
  const [first, second] = of("post");
  expect(first).toMatchObject({ title: "Ab", warnings: ["4 control characters were removed from the file."] });
  expect(second).toMatchObject({ originalContent: "<p>xy</p>", warnings: [] });
});

it.each([
  ["nothing", ""],
  ["a page of HTML", "<!doctype html><html><body>Sign in</body></html>"],
  ["another feed", `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title></channel></rss>`],
  ["bytes", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])],
  ["JSON", `{"db":[]}`],
])("refuses what is of another kind: %s", async (_name, content) => {
  expect(await wordpressReader.recognise(fileOf("old.xml", content))).toBeNull();
  expect((await refusal(content)).extra.reason).toBe("wrong_kind");
});

it("fails one text that is too long, and reads the others and their comments", async () => {
  const long = "x".repeat(3 * 1024 * 1024);
  const { of, unread, left } = await read(
    wxr([
      { id: 1, content: long, comments: [{ id: 1 }] },
      { id: 2, comments: [{ id: 2, content: long }, { id: 3 }] },
    ]),
  );
  expect(of("post").map(({ source }) => source)).toEqual(["2"]);
  expect(unread).toMatchObject([
    { kind: "post", source: "1", failed: expect.stringContaining("2 MiB") },
    { kind: "comment", source: "2", failed: expect.stringContaining("2 MiB") },
  ]);
  expect(of("comment").map(({ source }) => source)).toEqual(["3"]);
  expect(left).toMatchObject([{ kind: "comment", count: 1 }]);
});

it("drops a custom field that is longer than any text, and says so", async () => {
  const { text } = await read(wxr([{ metas: { big: "x".repeat(3 * 1024 * 1024), small: "y" } }]));
  expect(text("1")).toMatchObject({ metas: { small: "y" }, warnings: [expect.stringContaining("1 custom fields")] });
});

it("cuts a comment that is longer than any may be", async () => {
  const { of } = await read(wxr([{ comments: [{ id: 1, content: "word ".repeat(20_000) }] }]));
  expect(of("comment")[0]?.content.length).toBeLessThanOrEqual(65_536);
  expect(of("comment")[0]?.warnings).toHaveLength(1);
});

it("takes numbers as plain texts, and fails the second record of a number", async () => {
  const ids = ["abc", -5, "1e309", "__proto__", "constructor", "7", "7"];
  const { of, unread } = await read(wxr(ids.map((id) => ({ id }))));
  expect(of("post").map(({ source }) => source)).toEqual(["abc", "-5", "1e309", "__proto__", "constructor", "7"]);
  expect(unread).toMatchObject([{ kind: "post", failed: expect.stringContaining("two records with the number 7") }]);
});

it("reads deeply nested and endless HTML without falling over", async () => {
  const deep = `${"<div>".repeat(100_000)}x${"</div>".repeat(100_000)}`;
  for (const as of ["richtext", "markdown"] as const) {
    const { all } = await read(
      wxr([
        { id: 1, content: deep },
        { id: 2, comments: [{ content: deep.slice(0, 60_000) }] },
      ]),
      { as },
    );
    expect(all.filter(({ kind }) => kind === "post")).toHaveLength(2);
    expect(all.filter(({ kind }) => kind === "comment")).toHaveLength(1);
  }
});

it("reads the parts of a folder and of an archive in their order", async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, "old.10.xml"), wxr([{ id: 10 }]));
  writeFileSync(join(folder, "old.2.xml"), wxr([{ id: 2, type: "page", metas: { _thumbnail_id: "77" } }]));
  const picture = item({
    id: 77,
    type: "attachment",
    more: "<wp:attachment_url>https://old.example/wp-content/uploads/a.png</wp:attachment_url>",
  });
  writeFileSync(join(folder, "old.1.xml"), wxr([{ id: 1 }, picture]));
  writeFileSync(join(folder, "sitemap.xml"), "<urlset/>");
  mkdirSync(join(folder, "more"));
  const { all, text } = await everything(wordpressReader, folder);
  expect(all.filter(({ kind }) => kind === "post" || kind === "sheet").map(({ source }) => source)).toEqual([
    "1",
    "2",
    "10",
  ]);
  // Each part repeats the authors.
  expect(all.filter(({ kind }) => kind === "user")).toHaveLength(1);
  expect(text("2").thumbnail).toBe("https://old.example/wp-content/uploads/a.png");
  expect(await wordpressReader.recognise(folder)).toBe("a WordPress export (WXR 1.2)");

  const zip = madeZip([
    { name: "export/old.2.xml", data: wxr([{ id: 2 }]) },
    { name: "export/old.1.xml", data: wxr([{ id: 1 }]) },
    { name: "export/wp-content/uploads/a.png", data: "bytes" },
  ]);
  const packed = await everything(wordpressReader, fileOf("old.zip", zip));
  const source = await opened(wordpressReader, fileOf("old.zip", zip));
  expect(packed.of("post").map(({ source }) => source)).toEqual(["1", "2"]);
  const found = await source.media?.find("https://old.example/wp-content/uploads/a.png");
  expect(found?.size).toBe(5);
  await source.close();
});

it("gives what other parts hold where one is cut off", async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, "old.1.xml"), wxr([{ id: 1 }, { id: 2 }]).slice(0, -400));
  writeFileSync(join(folder, "old.2.xml"), wxr([{ id: 3 }]));
  const { of, ended } = await everything(wordpressReader, folder);
  expect(of("post").map(({ source }) => source)).toEqual(["1", "3"]);
  expect(String(ended)).toContain("In old.1.xml.");
});

it("ends at an element with very many attributes", async () => {
  const attributes = Array.from({ length: 200_000 }, (_, i) => `a${i}=""`).join(" ");
  const { of, ended } = await read(whole.replace("<wp:post_id>2", `<wp:x ${attributes}/><wp:post_id>2`));
  expect(of("post").map(({ source }) => source)).toEqual(["1"]);
  expect(String(ended)).toContain("too many attributes");
});
