import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { incomingRoot } from "../../../services/files/storage";
import { anAdmin } from "../../../testing/actors";
import { freshDatabase } from "../../../testing/setup";
import type { OpenSource } from "../reading";
import { readAll, choicesFor } from "../readers/testing-reading";
import { author, wxr } from "../readers/wordpress/testing-wxr";
import { wordpressReader } from "../readers/wordpress/reader";
import { openInChild, readingLimits, recogniseInChild } from "./child";

const usual = { ...readingLimits };
let folder = "";
let open: OpenSource | undefined;

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  folder = mkdtempSync(join(tmpdir(), "reading-"));
});
afterEach(async () => {
  Object.assign(readingLimits, usual);
  await open?.close();
  open = undefined;
  rmSync(folder, { recursive: true });
});

function aFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function drained(source: OpenSource): Promise<string[]> {
  const titles: string[] = [];
  for await (const record of source.records()) titles.push(`${record.kind} ${record.source}`);
  return titles;
}

/** A program that opens a source of two records, and does something with the third. */
const program = (third: string) => `
const post = (n) => ({ kind: "tag", source: String(n), name: "Tag " + n, slug: "t" + n, color: "", thumbnail: "", warnings: [], oldAddresses: [] });
let answers = 0;
process.on("message", async ({ id, task }) => {
  const say = (result) => process.send({ id, result });
  if (task.do === "open") return say({ site: null, hosts: { site: [], files: [] }, version: null, total: 3, exportTime: null, hasMedia: false });
  if (task.do === "remains") return say({ left: [], suggestions: [] });
  process.send({ id, progress: { kind: "tag", source: "2", title: "Tag 2" } });
  if ((answers += 1) === 1) return say({ records: [post(1), post(2)], isDone: false, end: null });
  ${third}
});`;
const opened = async (third: string) => {
  readingLimits.program = aFile("program.mjs", program(third));
  open = await openInChild("wordpress", choicesFor(aFile("old.xml", "")), { name: "old.xml" });
  return open;
};

describe("a source that is read in a child process", () => {
  it("gives the same as its reader, with dates, what is left and files", async () => {
    const text = wxr([{ id: 1, type: "post", slug: "a", content: "<p>Hello</p>", comments: [{ id: 5 }] }], author);
    const path = aFile("old.xml", text);
    const here = await readAll(wordpressReader, path);
    open = await openInChild("wordpress", choicesFor(path), {});
    const records = [];
    for await (const record of open.records()) records.push(record);
    expect(records).toEqual(here.records);
    expect(open).toMatchObject({
      site: here.source.site,
      total: here.source.total,
      exportTime: here.source.exportTime,
    });
    expect([open.left(), open.suggestions()]).toEqual([here.left, here.source.suggestions()]);
    expect(await recogniseInChild(path, "auto")).toBe("wordpress");
    await expect(recogniseInChild(path, "ghost")).rejects.toThrow(/looks like a WordPress export/);
  });

  it("gives files of its folder piece by piece", async () => {
    const bytes = Buffer.alloc(700_000, "picture");
    const path = aFile("one.md", "# One\n\n![](a.png)");
    aFile("a.png", bytes);
    open = await openInChild("markdown", choicesFor(join(path, "..")), {});
    const file = await open.media?.find("/a.png");
    expect([file?.name, file?.size]).toEqual(["a.png", bytes.length]);
    const pieces: Buffer[] = [];
    for await (const piece of (await file?.open()) ?? []) pieces.push(Buffer.from(piece));
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(await open.media?.find("/none.png")).toBeNull();
    expect(await open.media?.find(`/${"x".repeat(100_000)}.png`)).toBeNull();
  });

  it.each([
    ["more memory than it may", "const held = []; for (;;) held.push(Buffer.alloc(8e6, 1));", /memory/],
    ["more of its heap than it may", "const held = []; for (;;) held.push({ a: [1, 2, 3] });", /memory/],
    ["more time than it may", "for (;;);", /too long/],
    ["an end of its process", "process.exit(3)", /the process that reads it ended/],
  ])("is given up where it takes %s, naming the record before, and is not tried again", async (_what, third, why) => {
    Object.assign(readingLimits, { heap: 128, time: 3000 });
    const source = await opened(third);
    const read: string[] = [];
    const failed = (async () => {
      for await (const { source: id } of source.records()) read.push(id);
    })();
    await expect(failed).rejects.toMatchObject({
      code: "too_large",
      message: expect.stringMatching(/^Reading old.xml was stopped after tag 2 \(Tag 2\): /),
    });
    await expect(failed).rejects.toThrow(why);
    expect(read).toEqual(["1", "2"]);
  });

  it("is refused where its child says what is no record", async () => {
    const source = await opened("say({ records: [{ ...post(3), role: 'ADMIN' }], isDone: true, end: null })");
    await expect(drained(source)).rejects.toThrow(/role/);
  });

  it("ends with its child when it is closed or taken back, and leaves nothing", async () => {
    const children = () =>
      execFileSync("ps", ["-eo", "ppid,args"])
        .toString()
        .split("\n")
        .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes(folder));
    const stop = new AbortController();
    readingLimits.program = aFile("program.mjs", program("for (;;);"));
    open = await openInChild("wordpress", choicesFor(aFile("old.xml", "")), { signal: stop.signal });
    expect(children()).toHaveLength(1);
    const reading = drained(open);
    setTimeout(() => stop.abort(new Error("enough")), 200);
    await expect(reading).rejects.toThrow("enough");
    await open.close();
    open = undefined;
    expect(children()).toEqual([]);
    expect(readdirSync(incomingRoot())).toEqual([]);
  });

  it("fails a record that is longer than any may be, and the others are read", async () => {
    const long = "x".repeat(100_000);
    const items = [1, 2, 3].map((id) => ({
      id,
      type: "post" as const,
      slug: `s${id}`,
      ...(id === 2 && { title: long, slug: long }),
    }));
    open = await openInChild("wordpress", choicesFor(aFile("old.xml", wxr(items, author))), {});
    const found = [];
    for await (const record of open.records())
      if (record.kind === "post") found.push("failed" in record ? record.failed : record.source);
    expect(found).toEqual(["1", "its title is longer than this site takes", "3"]);
  });
});
