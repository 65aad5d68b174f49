import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../../db/dialect";
import { listJournals } from "../../journals/queries";
import { listPosts } from "../../writing/posts/queries";
import { attachments, categories, comments, posts, sheets, tags } from "../../../../db/schema";
import { AppError } from "../../../core/errors";
import { incomingRoot } from "../../../services/files/storage";
import { anAdmin, system } from "../../../testing/actors";
import { aSourceFile } from "../../../testing/foreign-source";
import { type MadeEntry, madeZip } from "../../../testing/made-zip";
import { freshDatabase, stored } from "../../../testing/setup";
import type { ImportKind } from "../records";
import { post as aGhostPost } from "../readers/ghost/testing-export";
import { wxr } from "../readers/wordpress/testing-wxr";
import { recogniseSource } from "../sources/recognise";
import { makeImportHere } from "./claiming";
import { measure } from "./opening";
import { runImport } from "./running";

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
});

type Content = string | Uint8Array;

function aFile(name: string, content: Content): string {
  const path = aSourceFile("", name);
  writeFileSync(path, content);
  return path;
}

/** Takes a file in as every door does. */
async function take(kind: ImportKind | "auto", path: string, media?: string) {
  const found = await recogniseSource(path, kind);
  const choices = { path, ...(media !== undefined && { media }) };
  const { id } = await makeImportHere(system, { kind: found, sha256: (await measure(path)).sha256, choices });
  return runImport(system, id);
}

/** Why a file is refused, by whichever of them refuses it. */
const refusalOf = (work: ReturnType<typeof take>): Promise<string> =>
  work.then(
    ({ state, error }) => (state === "FAILED" ? String(error) : `it was not refused: ${state}`),
    (error: unknown) => (error instanceof AppError ? error.message : `no refusal: ${String(error)}`),
  );

/** What was written. */
async function written(): Promise<number> {
  let rows = 0;
  for (const table of [posts, sheets, comments, categories, tags, attachments])
    rows += (
      await stored()
        .select()
        .from(table as typeof posts)
    ).length;
  return rows + (existsSync(incomingRoot()) ? readdirSync(incomingRoot()).length : 0);
}

const whole = wxr([{ id: 1 }, { id: 2 }]);
const ghost = (rows: unknown[], more: object = {}) =>
  JSON.stringify({ db: [{ meta: { exported_on: 1, version: "6.5.0" }, data: { posts: rows, ...more } }] });
const halo = (rows: unknown[], more: object = {}) =>
  JSON.stringify({ version: "1.6.0", export_date: 1e12, options: [], posts: rows, ...more });
const haloPost = (id: unknown, more: object = {}) => ({
  id,
  title: `Post ${String(id)}`,
  slug: `post-${String(id)}`,
  status: "PUBLISHED",
  editorType: "MARKDOWN",
  originalContent: "Text",
  createTime: 1e12,
  ...more,
});

const doctype = (declaration: string) => whole.replace(/(<\?xml[^>]*>)/, `$1${declaration}`);
const refused: [what: string, kind: ImportKind | "auto", name: string, content: Content, says: RegExp][] = [
  [
    "entities that multiply",
    "auto",
    "a.xml",
    doctype('<!DOCTYPE x [<!ENTITY a "a"><!ENTITY b "&a;&a;">]>'),
    /document type or declares entities/,
  ],
  [
    "a file of this machine as an entity",
    "auto",
    "a.xml",
    doctype('<!DOCTYPE x SYSTEM "file:///etc/passwd">'),
    /document type or declares entities/,
  ],
  [
    "a byte that is no UTF-8",
    "auto",
    "a.xml",
    Buffer.from(whole.replace("Text.", "T\u00e9xt."), "latin1"),
    /byte \d+ is no UTF-8/,
  ],
  ["an encoding that is not read", "auto", "a.xml", whole.replace('"UTF-8"', '"KOI8-R"'), /KOI8-R/],
  ["nothing", "auto", "a.xml", "", /^The file is empty\. See/],
  [
    "bytes",
    "auto",
    "a.bin",
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
    /^This is neither text nor a \.zip archive\./,
  ],
  [
    "a page that asks to sign in",
    "auto",
    "a.html",
    "<!doctype html><title>Sign in</title><form></form>",
    /^This is a page of HTML/,
  ],
  [
    "another kind than was said",
    "ghost",
    "a.xml",
    whole,
    /This looks like a WordPress export \(WXR 1\.2\); use: import wordpress/,
  ],
  [
    "and the other way round",
    "wordpress",
    "a.json",
    ghost([aGhostPost()]),
    /This looks like a Ghost export \(6\.5\.0\); use: import ghost/,
  ],
  ["JSON that ends too early", "auto", "a.json", ghost([aGhostPost()]).slice(0, -9), /not whole/],
  ["JSON of Halo that ends too early", "halo", "a.json", halo([haloPost(1)]).slice(0, -9), /not whole/],
];

const hostile: [what: string, entry: MadeEntry | MadeEntry[]][] = [
  ["leads out of its folder", { name: "../out.md" }],
  ["is an absolute path", { name: "/etc/cron.d/x" }],
  ["begins with a drive", { name: "c:/boot.ini" }],
  ["has a backslash", { name: "a\\b.md" }],
  ["has a NUL", { name: "a\0.md" }],
  ["is a symbolic link", { name: "link.md", data: "/etc/passwd", mode: 0o120777 }],
  ["is a device", { name: "disk", mode: 0o060600 }],
  ["is there twice", [{ name: "twice.md" }, { name: "twice.md" }]],
  ["differs in case only", [{ name: "one.md" }, { name: "ONE.md" }]],
  ["is an archive itself", { name: "more.zip" }],
];
/** A good source of each kind that comes as an archive. */
const packed: [kind: ImportKind, entry: MadeEntry][] = [
  ["wordpress", { name: "old.xml", data: whole }],
  ["ghost", { name: "old.json", data: ghost([aGhostPost()]) }],
  ["markdown", { name: "good.md", data: "---\ntitle: Good\n---\nText" }],
];

const ofNoKind = refused.filter(([what]) => ["nothing", "bytes", "a page that asks to sign in"].includes(what));

// No statement is made for them.
describe.skipIf(postgres)("a file is refused whole, and nothing of it is written:", () => {
  it.each(["wordpress", "ghost", "halo", "markdown", "broadsheet"] as const)(
    "what is none of any kind, said to be of %s",
    async (kind) => {
      for (const [, , name, content, says] of ofNoKind)
        expect(await refusalOf(take(kind, aFile(name, content)))).toMatch(says);
      expect(await written()).toBe(0);
    },
  );

  it.each(refused)("%s", async (_what, kind, name, content, says) => {
    expect(await refusalOf(take(kind, aFile(name, content)))).toMatch(says);
    expect(await written()).toBe(0);
  });

  /** Each kind opens archives alike, in a process of its own, which takes a second: the entries are shared out among them. */
  const shared = hostile.map(([what, entry], n) => [what, n, [entry].flat()] as const);

  it.each(shared)("an archive with an entry that %s", async (_what, n, entries) => {
    const [kind, good] = packed[n % packed.length] as (typeof packed)[number];
    const archive = aFile("old.zip", madeZip([good, ...entries]));
    expect([kind, await refusalOf(take(kind, archive))]).toEqual([
      kind,
      expect.stringMatching(/^The archive was refused because of its entry ".*Nothing was written\.$/s),
    ]);
    expect(await written()).toBe(0);
  });

  it.each(shared.filter((_, n) => n % 3 === 0))(
    "an archive of files with an entry that %s",
    async (_what, _n, entries) => {
      const media = aFile("media.zip", madeZip([{ name: "a.png" }, ...entries]));
      expect(await refusalOf(take("wordpress", aFile("old.xml", whole), media))).toMatch(/because of its entry/);
      expect(await written()).toBe(0);
    },
  );

  it("an archive that unpacks to more than its list says", async () => {
    const zeros = { data: Buffer.alloc(1024 ** 2), deflate: true, size: 100 };
    for (const [kind, name] of [
      ["wordpress", "old.xml"],
      ["ghost", "old.json"],
    ] as const)
      expect(await refusalOf(take(kind, aFile("old.zip", madeZip([{ name, ...zeros }]))))).toMatch(
        /not a file that this site can take in|more than its 100 bytes/,
      );
    expect(await written()).toBe(0);
  });
});

const long = "x".repeat(2 * 1024 ** 2 + 1);
const deep = `${"<div>".repeat(100_000)}x${"</div>".repeat(100_000)}`;
const wide = `<p title="${"x".repeat(1_000_000)}">Wide</p>`;
const markdown = (texts: Record<string, string>) =>
  madeZip(
    Object.entries(texts).map(([name, text]) => ({
      name: `blog/${name}.md`,
      data: `---\ntitle: ${name}\ndate: 2020-01-01\n---\n${text}`,
    })),
  );

/** Texts as sources of each kind hold them, by their titles. */
const sources: [kind: ImportKind, fileOf: (texts: Record<string, string>) => string][] = [
  [
    "wordpress",
    (texts) =>
      aFile("old.xml", wxr(Object.entries(texts).map(([title, content], i) => ({ id: i + 1, title, content })))),
  ],
  [
    "ghost",
    (texts) =>
      aFile(
        "old.json",
        ghost(Object.entries(texts).map(([title, html], i) => aGhostPost({ id: `p${i}`, slug: `p${i}`, title, html }))),
      ),
  ],
  [
    "halo",
    (texts) =>
      aFile(
        "old.json",
        halo(
          Object.entries(texts).map(([title, originalContent], i) =>
            haloPost(i + 1, { title, originalContent, editorType: "RICHTEXT" }),
          ),
        ),
      ),
  ],
  ["markdown", (texts) => aFile("old.zip", markdown(texts))],
];

describe.each(sources)("of a source of %s", (kind, fileOf) => {
  it("one text is too long, and the rest comes", async () => {
    const report = await take(kind, fileOf({ Good: "<p>Text</p>", Long: long, Last: "<p>Text</p>" }));
    expect([report.state, report.kinds.post]).toMatchObject(["DONE", { imported: 2, failed: 1 }]);
    expect(report.records[0]).toMatchObject({
      outcome: "failed",
      reason: expect.stringMatching(/2 MiB|too large|longer/i),
    });
    expect((await stored().select().from(posts)).map(({ title }) => title).sort()).toEqual(["Good", "Last"]);
  });

  it("HTML that breaks parsers is not shown, and the rest comes", async () => {
    const report = await take(kind, fileOf({ Good: "<p>Text</p>", Deep: deep, Wide: wide, Last: "<p>Text</p>" }));
    expect(report.state).toBe("DONE");
    expect((report.kinds.post?.imported ?? 0) + (report.kinds.post?.failed ?? 0)).toBe(4);
    const here = await stored().select().from(posts);
    expect(here.map(({ title }) => title)).toEqual(expect.arrayContaining(["Good", "Last"]));
    for (const { content } of here) expect(content.match(/<div>/g)?.length ?? 0).toBeLessThan(1000);
  });
});

it("numbers and identifiers that no engine stores stop neither an import nor a list", async () => {
  const numbers = [1e308, -1e308, 2 ** 53 - 1, 0.5, "1e400"];
  const rows = [
    ...numbers.map((number, i) => haloPost(i + 1, { topPriority: number, visits: number, likes: number })),
    haloPost("9\0", { title: "Nine\0" }),
  ];
  const journals = ["short", "long ".repeat(20_000)].map((sourceContent, i) => ({
    id: i + 1,
    sourceContent,
    type: "PUBLIC",
    likes: 2 ** 53 - 1,
    createTime: 1e12,
  }));
  const report = await take("halo", aFile("old.json", halo(rows, { journals })));
  expect([report.state, report.kinds.journal]).toMatchObject(["DONE", { imported: 1, failed: 1 }]);
  const kept = (await listPosts(system, { size: 100 })).items.map(({ title }) => title);
  expect(kept).toEqual(expect.arrayContaining(numbers.map((_, i) => `Post ${i + 1}`)));
  expect((await listJournals(system, {})).total).toBe(1);
});
