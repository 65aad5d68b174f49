import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  categories,
  comments,
  links,
  menus,
  options,
  ownRedirects,
  photos,
  posts,
  tags,
  users,
} from "../../../../../db/schema";
import { env } from "../../../../core/env";
import type { Actor } from "../../../../core/access";
import { ArchiveWriter } from "../../../../services/archives/writing";
import { aComment } from "../../../../testing/commented";
import { entriesOf, exportSite } from "../../../../testing/exports";
import { known, optionKeys, type OptionKey } from "../../../../core/settings";
import { isRuling } from "../../../options/importing";
import { createLink } from "../../../links/mutations";
import { createMenu } from "../../../menus/mutations";
import { createPhoto } from "../../../photos/mutations";
import { createRedirect } from "../../../redirects/mutations";
import { aCategory, aPost, aTag, refusal } from "../../../../testing/factories";
import { anEmptySite, importInto } from "../../../../testing/round-trip";
import { stored } from "../../../../testing/setup";
import { recogniseSource } from "../../sources/recognise";
import { broadsheetReader } from "./reader";

let owner: Actor & { id: number };

beforeEach(async () => void (owner = await anEmptySite()));

type Entries = Map<string, string>;
type Manifest = { formatVersion: number; files: { path: string; bytes: number; sha256: string }[] } & Record<
  string,
  unknown
>;

/** An export of one post with a comment, with other entries; its manifest is made anew unless `manifest` changes it. */
async function anExport(change: (entries: Entries) => void, manifest?: (made: Manifest) => void): Promise<string> {
  const { id } = await aPost(owner, { slug: "tide", title: "Tide" });
  await aComment(id, { content: "First" });
  const entries = await entriesOf(await exportSite());
  change(entries);
  await anEmptySite();
  return written(entries, manifest);
}

async function written(entries: Entries, manifest?: (made: Manifest) => void): Promise<string> {
  const path = join(mkdtempSync(join(env.dataDir, "changed-")), "site.zip");
  const archive = await ArchiveWriter.begin(path);
  const said = JSON.parse(entries.get("manifest.json") ?? "{}") as Manifest;
  entries.delete("manifest.json");
  for (const [name, bytes] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
    await archive.add(name, Buffer.from(bytes, "latin1"), { deflate: true });
  const made = manifest ? said : { ...said, files: archive.files.map((file) => ({ ...file })) };
  manifest?.(made);
  await archive.add("manifest.json", Buffer.from(JSON.stringify(made)), { deflate: true, last: true });
  await archive.finish();
  return path;
}

const lineOf = (entries: Entries, name: string, change: (line: Record<string, unknown>) => void) => {
  const line = JSON.parse((entries.get(name) ?? "").split("\n")[0] ?? "") as Record<string, unknown>;
  change(line);
  entries.set(name, `${JSON.stringify(line)}\n`);
};

const nothingHere = async () => expect(await stored().select().from(posts)).toEqual([]);

describe("An export is refused as a whole", () => {
  it.each([
    [
      "of a newer form",
      () => undefined,
      (made: Manifest) => void (made.formatVersion = 2),
      "newer version of the program (format 2",
    ],
    [
      "that lost an entry",
      (entries: Entries) => void entries.delete("posts/tide.md"),
      () => undefined,
      '"posts/tide.md" is missing',
    ],
    [
      "of which an entry was changed",
      (entries: Entries) =>
        void entries.set("posts/tide.md", (entries.get("posts/tide.md") ?? "").replace("Tide", "Time")),
      () => undefined,
      '"posts/tide.md" of the export was changed',
    ],
    [
      "whose manifest is damaged",
      () => undefined,
      (made: Manifest) => void (made.files = "x" as never),
      "damaged (files)",
    ],
    [
      "without a manifest that says so",
      () => undefined,
      (made: Manifest) => void (made.format = "other"),
      "not an export of Broadsheet",
    ],
  ])("%s", async (_what, change, manifest, sentence) => {
    const path = await anExport(change, manifest);
    const report = await importInto(owner, path);
    expect(report).toMatchObject({ state: "FAILED", error: expect.stringContaining(sentence) });
    await nothingHere();
  });
});

it("leaves out fields and files that it does not know, and says so", async () => {
  const path = await anExport((entries) => {
    lineOf(entries, "data/comments.jsonl", (line) => void (line.mood = "good"));
    entries.set(
      "posts/tide.md",
      (entries.get("posts/tide.md") ?? "").replace("comments: true", "comments: true\nweather: fine"),
    );
    entries.set("data/weather.jsonl", "{}\n");
  });
  const report = await importInto(owner, path);
  expect(report.records.map(({ kind, outcome, warnings }) => [kind, outcome, warnings])).toEqual(
    expect.arrayContaining([
      ["post", "imported", ['its field "weather" is not known here and was left out']],
      ["comment", "imported", ['its field "mood" is not known here and was left out']],
    ]),
  );
  const why = "this version of the program does not know it";
  expect(report).toMatchObject({ state: "DONE", left: [{ what: "data/weather.jsonl", count: 1, why }] });
});

it("takes in the rest where one record cannot be read, and publishes nothing that it does not understand", async () => {
  const path = await anExport((entries) => {
    const text = entries.get("posts/tide.md") ?? "";
    entries.set("posts/tide.md", text.replace("status: PUBLISHED", "status: ARCHIVED"));
    entries.set(
      "data/links.jsonl",
      '{"id":"x"}\nnot json\n{"__proto__":1,"id":1,"name":"Friend","url":"https://friend.example","createTime":"2020-13-01T00:00:00Z"}\n',
    );
  });
  const report = await importInto(owner, path);
  expect(report.kinds.link).toMatchObject({ imported: 0, failed: 3 });
  expect((await stored().select().from(posts)).map(({ slug, status }) => [slug, status])).toEqual([["tide", "DRAFT"]]);
  expect(report.records.find(({ kind }) => kind === "post")?.warnings).toEqual([
    'its status "ARCHIVED" is not known here; it is a draft',
  ]);
});

/** Addresses that run script, or end a header. */
const hostile = [
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "https://elsewhere.example/\r\nX-Header: 1",
];
/** The columns that hold addresses. */
const addressColumns = ["url", "thumbnail", "logo", "avatar", "authorUrl", "target"];

it.each(hostile)("takes the address %j in nowhere", async (address) => {
  await createLink(owner, { name: "Friend", url: "https://friend.example/" });
  await createMenu(owner, { name: "Entry", url: "/archives" });
  await createPhoto(owner, { name: "Photo", url: "/icon.png", thumbnail: "" });
  await createRedirect(owner, { source: "/old", target: "/archives" });
  await aCategory();
  await aTag();
  const filled: string[] = [];
  const path = await anExport((entries) => {
    for (const [name, text] of entries)
      if (name.startsWith("data/"))
        for (const column of addressColumns)
          if (text.includes(`"${column}":`)) {
            lineOf(entries, name, (line) => void (line[column] = address));
            filled.push(`${name} ${column}`);
          }
    const text = entries.get("posts/tide.md") ?? "";
    entries.set("posts/tide.md", text.replace("comments: true", `comments: true\ncover: ${JSON.stringify(address)}`));
    lineOf(entries, "data/users.jsonl", (line) => Object.assign(line, { username: "other", email: "o@example.org" }));
  });
  expect(filled.length).toBeGreaterThan(8);
  await importInto(owner, path);
  for (const table of [categories, tags, links, menus, photos, ownRedirects, users, posts, comments])
    for (const row of await stored().select().from(table))
      for (const [name, value] of Object.entries(row).filter(([column]) => addressColumns.includes(column)))
        expect([name, value]).not.toEqual([name, address]);
});

it("takes no setting over that rules the site, and no zone or language of an account that is none", async () => {
  const ruling = optionKeys.filter((key) => isRuling(key) && !known(key).secret);
  const values: Partial<Record<string, string>> = {
    email_port: "2525",
    posts_per_page: "13",
    email_from_address: "a@elsewhere.example",
  };
  const path = await anExport((entries) => {
    const lineFor = (key: OptionKey) => {
      const { kind, fallback } = known(key);
      const value = values[key] ?? (kind === "boolean" ? String(!fallback) : "https://elsewhere.example");
      return JSON.stringify({
        key,
        type: "INTERNAL",
        value,
        createTime: "2020-01-01T00:00:00.000Z",
        updateTime: "2020-01-01T00:00:00.000Z",
      });
    };
    entries.set("data/options.jsonl", `${[...ruling, "posts_per_page" as const].map(lineFor).join("\n")}\n`);
    lineOf(entries, "data/users.jsonl", (line) =>
      Object.assign(line, { username: "other", email: "o@example.org", locale: 'en"><b>', timeZone: "x\r\ny" }),
    );
  });
  const stay = async () => (await stored().select().from(options)).filter(({ key }) => key !== "posts_per_page");
  const before = await stay();
  const report = await importInto(owner, path);
  const outcomes = report.records.filter(({ kind }) => kind === "option");
  expect(outcomes.map(({ title }) => title).sort()).toEqual([...ruling].sort());
  for (const { title, outcome, reason } of outcomes)
    expect([title, outcome, reason]).toEqual([title, "skipped", expect.stringMatching(/not taken over/)]);
  expect(report.kinds.option).toMatchObject({ imported: 1, skipped: ruling.length });
  expect(await stay()).toEqual(before);
  const [other] = await stored().select().from(users).where(eq(users.username, "other"));
  expect([other?.locale, other?.timeZone]).toEqual(["", ""]);
});

it("takes in the rest where a line names a file elsewhere, and front matter has aliases", async () => {
  const path = await anExport((entries) => {
    const [line = ""] = (entries.get("data/texts.jsonl") ?? "").split("\n");
    const lines = ["../../../etc/passwd", "posts/alias.md"].map((file, i) =>
      JSON.stringify({ ...(JSON.parse(line) as object), id: 900 + i, file }),
    );
    entries.set("data/texts.jsonl", `${line}\n${lines.join("\n")}\n`);
    entries.set("posts/alias.md", "---\ntitle: A\nmetas: &m\n  a: *m\n---\nText");
  });
  const report = await importInto(owner, path);
  expect(report).toMatchObject({ state: "DONE", kinds: { post: { imported: 1, failed: 2 } } });
  expect(report.records.map(({ reason }) => reason)).toContain("its file is not in the export");
});

it("is known by its manifest, and by nothing else", async () => {
  const path = await anExport(() => undefined);
  expect(await broadsheetReader.recognise(path)).toMatch(/^an export of Broadsheet \(\d/);
  expect(await recogniseSource(path, "auto")).toBe("broadsheet");
  expect((await refusal(recogniseSource(path, "ghost"))).message).toContain("use: import broadsheet");
});
