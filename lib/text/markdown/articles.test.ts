import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { render } from "./render";

/** Real posts and pages, kept outside of the repository. */
const data = resolve("../shared/data");
const folders = ["posts-en", "pages-zh"].map((name) => join(data, name)).filter((folder) => existsSync(folder));
const articles = folders.flatMap((folder) => readdirSync(folder).map((name) => [name, join(folder, name)] as const));

describe("real articles", () => {
  it.skipIf(articles.length === 0)("lie beside the project", () => expect(articles.length).toBeGreaterThan(0));

  it.each(articles)("%s is rendered", async (_name, path) => {
    const originalContent = readFileSync(path, "utf8").replace(/^---\n[^]*?\n---\n/, "");
    const once = await render({ editorType: "MARKDOWN", originalContent, keepRaw: false });
    expect(once.html).toMatch(/<(p|h\d|ul|div)/);
    expect(once.html).not.toMatch(/<script|<style|<[^>]+\s(style|on\w+)=/i);
    expect(once.html).not.toMatch(/^<p>:::/m);
    expect(once.wordCount).toBeGreaterThan(0);
    expect(once.excerpt).not.toBe("");
    const again = await render({ editorType: "RICHTEXT", originalContent: once.html, keepRaw: false });
    expect(again).toEqual(once);
  });
});
