import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { JsonFile } from "./json-file";
import { MAX_JSON_TEXT } from "./json-reading";

let folder = "";
let file: JsonFile | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "json-"));
});
afterEach(async () => {
  await file?.close();
  rmSync(folder, { recursive: true });
});

function opened(content: string | Uint8Array): JsonFile {
  const path = join(folder, "a.json");
  writeFileSync(path, content);
  return (file = new JsonFile(path));
}

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("a JSON file", () => {
  it("answers what stands in it, a part at a time", async () => {
    const json = opened(JSON.stringify({ db: [{ data: { posts: [{ id: 1 }, { id: "b" }, { id: 3 }], title: "x" } }] }));
    expect(await json.outline()).toEqual({ is: "object", names: ["db"] });
    expect(await json.outline("db", 0, "data", "posts")).toEqual({ is: "list", length: 3 });
    expect(await json.outline("db", 0, "data", "title")).toEqual({ is: "value" });
    expect(await json.outline("db", 1, "toString")).toEqual({ is: "nothing" });
    expect(await json.value("db", 0, "data", "title")).toBe("x");
    expect(await json.count("db", 0, "data", "none")).toBe(0);
    expect(await all(json.items(["db", 0, "data", "posts"], 2))).toEqual([{ id: 1 }, { id: "b" }, { id: 3 }]);
    expect(await json.where(["db", 0, "data", "posts"], "id", ["3", "b", "none"])).toEqual([{ id: 3 }, { id: "b" }]);
  });

  it("drops __proto__, however it is written and however deep it stands, and keeps it as a text", async () => {
    const json = opened('{"a":[{"\\u005f_proto__":{"x":1},"b":"__proto__","c":{"__proto__":1,"d":2}}]}');
    const value = await json.value("a", 0);
    expect(JSON.stringify(value)).toBe('{"b":"__proto__","c":{"d":2}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("cuts texts that are longer than any that is stored, so that they are not held", async () => {
    const json = opened(JSON.stringify([{ text: "x".repeat(5 * 1024 * 1024) }, { text: "y" }]));
    const items = (await all(json.items([]))) as { text: string }[];
    expect(items.map(({ text }) => text.length)).toEqual([MAX_JSON_TEXT, 1]);
  });

  it("reads UTF-8 with a mark and UTF-16, and numbers beyond all bounds", async () => {
    expect(await opened("\uFEFF[1]").value(0)).toBe(1);
    await file?.close();
    expect(await opened(Buffer.from('\uFEFF["港"]', "utf16le")).value(0)).toBe("港");
    await file?.close();
    expect(await opened("[1e309]").value(0)).toBe(Infinity);
  });

  it("reads what is nested 10,000 deep", async () => {
    const json = opened(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`);
    expect(await json.outline("a", "a")).toEqual({ is: "object", names: ["a"] });
  });

  it.each([
    ["", "The file is empty."],
    ['{"a": [1, 2', "The file is not whole: its JSON ends in the middle. Export it again, or copy it again."],
    ["<!doctype html><title>Sign in</title>", "The file is not JSON"],
    [
      Buffer.concat([Buffer.from('{"a": "ü'), Buffer.from([0xff, 0xfe, 0x22, 0x7d])]),
      "The file is not UTF-8 text: byte 9 does not fit.",
    ],
    [
      Buffer.concat([Buffer.alloc(100, "ü"), Buffer.from([0xc3])]),
      "The file is not UTF-8 text: byte 100 does not fit.",
    ],
  ])("refuses %j", async (content, reason) => {
    await expect(opened(content).outline()).rejects.toThrow(reason);
  });

  it("refuses a file that is larger than the engine's texts, before reading it", async () => {
    const json = opened("[]");
    truncateSync(join(folder, "a.json"), 512 * 1024 * 1024 + 1);
    await expect(json.outline()).rejects.toMatchObject({
      code: "too_large",
      message: "The file is larger than 512 MiB. Export the old site in parts, and import each.",
    });
  });

  it("says that there is no such file", async () => {
    file = new JsonFile(join(folder, "none.json"));
    await expect(file.outline()).rejects.toMatchObject({
      code: "not_found",
      message: `There is no file ${join(folder, "none.json")}.`,
    });
  });
});
