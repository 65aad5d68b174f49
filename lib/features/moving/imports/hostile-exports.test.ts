import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getTableColumns } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../core/access";
import { routes } from "../../../api/routes";
import { system } from "../../../testing/actors";
import { call, tokenOf } from "../../../testing/api";
import { aComment } from "../../../testing/commented";
import { exported, utf8 } from "../../../testing/exports";
import { aCategory, aJournal, aPost, aSheet, aTag } from "../../../testing/factories";
import { madeZip } from "../../../testing/made-zip";
import { anEmptySite, importInto } from "../../../testing/round-trip";
import { createLink } from "../../links/mutations";
import { createMenu } from "../../menus/mutations";
import { createPhoto } from "../../photos/mutations";
import { createRedirect } from "../../redirects/mutations";
import { parts, textPart } from "../exports/columns";
import type { Part } from "../exports/columns";

let owner: Actor & { id: number };
beforeEach(async () => void (owner = await anEmptySite()));

type Entries = Map<string, string>;
type Line = Record<string, unknown>;

/** Writes an export again, so that its list is true of what is in it. */
function written(entries: Entries): string {
  const files = [...entries]
    .filter(([name]) => name !== "manifest.json")
    .map(([path, text]) => {
      const data = Buffer.from(text, "latin1");
      return { path, data, bytes: data.length, sha256: createHash("sha256").update(data).digest("hex") };
    });
  const manifest = JSON.parse(utf8(entries, "manifest.json")) as object;
  const list = JSON.stringify({ ...manifest, files: files.map(({ data: _data, ...file }) => file) });
  const path = join(mkdtempSync(join(tmpdir(), "broadsheet-hostile-")), "site.zip");
  writeFileSync(
    path,
    madeZip([...files.map(({ path: name, data }) => ({ name, data })), { name: "manifest.json", data: list }]),
  );
  return path;
}

/** An export of a site with a record of each kind. */
async function anExport(): Promise<Entries> {
  await aCategory({ name: "Top", slug: "top" });
  await aTag("Cogs");
  const { id } = await aPost(owner, { slug: "tide" });
  await aSheet(owner, { slug: "about" });
  await aComment(id);
  await aJournal(owner, { sourceContent: "A note" });
  await createLink(system, { name: "Friend", url: "https://friend.example/" });
  await createPhoto(system, { name: "Photo", url: "/a.jpg", thumbnail: "" });
  await createMenu(system, { name: "Menu", url: "/archives" });
  await createRedirect(system, { source: "/old", target: "/new" });
  return exported({ personalData: true });
}

/** The lines of a file of the export, replaced by others. */
function withLines(entries: Entries, name: string, change: (line: Line) => Line[]): void {
  const file = `data/${name}.jsonl`;
  const lines = utf8(entries, file).split("\n").filter(Boolean);
  const changed = lines.flatMap((line) => change(JSON.parse(line) as Line)).map((line) => `${JSON.stringify(line)}\n`);
  entries.set(file, Buffer.from(changed.join("")).toString("latin1"));
}

const hostile: Readonly<Record<string, readonly unknown[]>> = {
  number: [-1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1, 1e308, 0.5],
  string: ["", "x".repeat(300_000), "\u0001\u202e", "https://a.example\r\nX: y", "NONE-OF-THESE", "../../x"],
  date: ["+275760-09-13T00:00:00.000Z", "-000001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"],
  boolean: ["yes", null],
};

/** What must differ in each line, unless it is the very column. */
const own = (n: number): Line => ({
  id: n,
  slug: `slug-${n}`,
  username: `user-${n}`,
  email: `user-${n}@a.example`,
  source: `/old-${n}`,
});

/** A line, and for each column and each hostile value another one that differs from it in that column alone. */
function variations(line: Line, { table, without }: Part): Line[] {
  let n = 1000;
  const lines = [line];
  for (const [name, column] of Object.entries(getTableColumns(table)))
    if (name !== "id" && !(name in without) && name in line)
      for (const value of hostile[column.dataType] ?? []) {
        const fresh = Object.entries(own((n += 1))).filter(([key]) => key in line);
        lines.push({
          ...line,
          ...(line.name !== undefined && { name: `name ${n}` }),
          ...Object.fromEntries(fresh),
          [name]: value,
        });
      }
  return lines;
}

/** Reads all lists of the API, to their last page; returns those that fail. */
async function failingLists(): Promise<string[]> {
  const token = await tokenOf(owner.id);
  const failing: string[] = [];
  for (const { method, path } of routes) {
    if (method !== "GET" || path.includes("{")) continue;
    for (let page = 1; page < 20; page += 1) {
      const answer = await call("GET", `${path}?page=${page}&size=100`, { token });
      if (answer.status >= 500) failing.push(`${path} ${page}: ${answer.text.slice(0, 200)}`);
      if (answer.status !== 200 || !Array.isArray(answer.list) || answer.list.length < 100) break;
    }
  }
  return failing;
}

const oneLine = {
  categories: "categories",
  tags: "tags",
  users: "users",
  journals: "journals",
  links: "links",
  photos: "photos",
  menus: "menus",
  ownRedirects: "own-redirects",
  comments: "comments",
} as const;

test("whatever stands in the columns of an export, every list can be read afterwards", async () => {
  const entries = await anExport();
  for (const [name, file] of Object.entries(oneLine))
    withLines(entries, file, (line) => variations(line, parts[name as keyof typeof oneLine]));
  const text = [...entries].find(([name]) => /^posts\/.*tide/.test(name));
  withLines(entries, "texts", (line) =>
    line.kind === "post"
      ? variations(line, textPart).map((each, n) => {
          if (n === 0 || !text) return each;
          const file = `posts/made-${n}.md`;
          entries.set(file, text[1].replace(/^slug: .*$/m, `slug: made-${n}`));
          return { ...each, file };
        })
      : [line],
  );
  const path = written(entries);
  owner = await anEmptySite();
  const report = await importInto(owner, path);
  expect([report.state, report.error]).toEqual(["DONE", null]);
  expect(report.summary.imported).toBeGreaterThan(100);
  expect(await failingLists()).toEqual([]);
});

const inFrontMatter: Readonly<Record<string, readonly string[]>> = {
  title: ['""', "x".repeat(5000), '"\\u0000"'],
  date: ["+275760-09-13", "nonsense", "[1]"],
  updated: ["0000-00-00"],
  status: ["HIDDEN", "1"],
  summary: ["x".repeat(20_000)],
  cover: ["javascript:alert(1)", "x".repeat(3000)],
  password: ["x".repeat(3000)],
  pinned: ["1e308", "9007199254740991", "-9007199254740991", ".nan", ".inf"],
  template: ["x".repeat(3000), "../../x"],
  description: ["x".repeat(20_000)],
  keywords: ["x".repeat(20_000)],
  editor: ["OTHER"],
  language: ["not a language", "en-x-", "x".repeat(3000), '"><script>'],
  translationOf: ["x".repeat(3000)],
  visits: ["1e308", "9007199254740991", "-5", ".nan"],
  likes: ["1e308", "9007199254740991", "-5"],
  metas: [`{ ${Array.from({ length: 300 }, (_, n) => `k${n}: ${"v".repeat(1000)}`).join(", ")} }`, "{ a: { b: c } }"],
};

test("whatever stands in the front matter of an export, every list can be read afterwards, and each text saved", async () => {
  const entries = await anExport();
  const text = [...entries].find(([name]) => /^posts\/.*tide/.test(name))?.[1] ?? "";
  let n = 1000;
  withLines(entries, "texts", (line) => {
    if (line.kind !== "post") return [line];
    const lines = [line];
    for (const [name, values] of Object.entries(inFrontMatter))
      for (const value of values) {
        const file = `posts/made-${(n += 1)}.md`;
        const others = text.replace(new RegExp(`^${name}: .*\\n`, "m"), "").replace(/^slug: .*$/m, `slug: made-${n}`);
        entries.set(file, Buffer.from(others.replace(/^---\n/, `---\n${name}: ${value}\n`)).toString("latin1"));
        lines.push({ ...line, id: n, file });
      }
    return lines;
  });
  const path = written(entries);
  owner = await anEmptySite();
  const report = await importInto(owner, path);
  expect([report.state, report.error]).toEqual(["DONE", null]);
  expect(report.summary.imported).toBeGreaterThan(30);
  expect(await failingLists()).toEqual([]);
  const token = await tokenOf(owner.id);
  const { list } = await call("GET", "/admin/posts?size=100", { token });
  for (const post of list) {
    const { status, text: said } = await call("PUT", `/admin/posts/${String(post.id)}`, {
      token,
      body: Object.fromEntries(
        [
          "title",
          "summary",
          "password",
          "template",
          "language",
          "translationOf",
          "thumbnail",
          "coverX",
          "coverY",
          "topPriority",
          "metaDescription",
          "metaKeywords",
          "metas",
        ].map((name) => [name, post[name]]),
      ),
    });
    expect([post.slug, status, status === 200 ? "" : said]).toEqual([post.slug, 200, ""]);
  }
});

test.each([
  ["the last number", 2 ** 31 - 1],
  ["a number after the last", 2 ** 31],
  ["the last that JavaScript counts", 2 ** 53 - 1],
])("an export with %s in each kind leaves room for new records", async (_what, id) => {
  const entries = await anExport();
  for (const file of [...Object.values(oneLine), "texts"])
    withLines(entries, file, (line) => [{ ...line, id, ...("postId" in line && { postId: id }) }]);
  const path = written(entries);
  owner = await anEmptySite();
  const report = await importInto(owner, path);
  expect([report.state, report.error]).toEqual(["DONE", null]);
  expect(await failingLists()).toEqual([]);
  await aCategory({ slug: "new" });
  await aTag("New");
  const post = await aPost(owner, { slug: "new" });
  await aSheet(owner, { slug: "new" });
  await aComment(post.id);
  await aJournal(owner, { sourceContent: "New" });
  await createLink(system, { name: "New", url: "https://new.example/" });
  await createPhoto(system, { name: "New", url: "/new.jpg", thumbnail: "" });
  await createMenu(system, { name: "New", url: "/archives" });
  await createRedirect(system, { source: "/new-source", target: "/new" });
  expect(await failingLists()).toEqual([]);
});
