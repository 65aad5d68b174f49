import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { and, eq, lt } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { categories, comments, journals, oldAddresses, posts, sheets, tags } from "../../db/schema";
import { visitor } from "../core/access";
import { env } from "../core/env";
import { makeImportHere } from "../features/moving/imports/claiming";
import { measure } from "../features/moving/imports/opening";
import { runImport } from "../features/moving/imports/running";
import { getMovedAddress } from "../features/moving/addresses/queries";
import type { ImportKind } from "../features/moving/records";
import { getSite } from "../features/site/queries";
import { listFeedPosts, listPostAddresses } from "../features/writing/posts/queries";
import { listSheetAddresses } from "../features/writing/sheets/queries";
import { anAdmin, system } from "../testing/actors";
import { call } from "../testing/api";
import { freshDatabase, stored } from "../testing/setup";
import { routes } from "./routes";

const data = resolve("../shared/data");

/** Puts a word into what is private in a source: each another one, so that a leak shows where it comes from. */
class Canaries {
  readonly words = new Map<string, string>();

  word(where: string): string {
    const word = `canary${String(this.words.size).padStart(3, "0")}x`;
    this.words.set(word, where);
    return word;
  }
}

type Json = Record<string, unknown>;
const isFuture = (time: unknown): boolean => Date.parse(String(time)) > Date.now();

/** Puts words before the content of elements of an item of WordPress. */
const intoElements = (item: string, names: readonly string[], word: (name: string) => string): string =>
  names.reduce(
    (text, name) =>
      text.replace(new RegExp(`(<${name}>(?:<!\\[CDATA\\[)?)`), (open) =>
        `${open}${word(name)} `.replace(/ $/, name.endsWith("name") ? "-" : " "),
      ),
    item,
  );

function intoWordPress(text: string, canaries: Canaries): string {
  const valueOf = (item: string, name: string) =>
    new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^<\\]]*)`).exec(item)?.[1]?.trim() ?? "";
  return text.replace(/<item>.*?<\/item>/gs, (item) => {
    const [type, status, password] = ["wp:post_type", "wp:status", "wp:post_password"].map((name) =>
      valueOf(item, name),
    );
    const commented = item.replace(/<wp:comment>.*?<\/wp:comment>/gs, (comment) => {
      const approved = valueOf(comment, "wp:comment_approved");
      return approved === "1" && type !== "attachment"
        ? comment
        : intoElements(comment, ["wp:comment_content", "wp:comment_author"], (name) =>
            canaries.word(`comment ${approved}: ${name}`),
          );
    });
    if (type !== "post" && type !== "page") return commented;
    const isHidden = status !== "publish" || isFuture(`${valueOf(item, "wp:post_date_gmt").replace(" ", "T")}Z`);
    if (!isHidden && password === "") return commented;
    const texts = ["content:encoded", "excerpt:encoded"];
    return intoElements(commented, isHidden ? [...texts, "title", "wp:post_name"] : texts, (name) =>
      canaries.word(`${type}, ${isHidden ? status : "password"}: ${name}`),
    );
  });
}

/** Puts words before texts of a record. */
function intoFields(record: Json, names: readonly string[], where: string, canaries: Canaries): void {
  for (const name of names) {
    const value = record[name];
    if (typeof value !== "string" || value === "") continue;
    const word = canaries.word(`${where}: ${name}`);
    if (name === "lexical" || name === "mobiledoc") record[name] = value.replace(/("text":")/, `$1${word} `);
    else
      record[name] =
        name === "slug" ? `${word}-${value}` : value.startsWith("<p>") ? `<p>${word}</p>${value}` : `${word} ${value}`;
  }
}

function intoGhost(text: string, canaries: Canaries): string {
  const file = JSON.parse(text) as { db: { data: { posts: Json[] } }[] };
  for (const post of file.db[0]?.data.posts ?? []) {
    const isPublic = post.status === "published" && post.visibility === "public" && !isFuture(post.published_at);
    const where = `${String(post.status)}, ${String(post.visibility)}`;
    if (!isPublic)
      intoFields(post, ["title", "slug", "html", "lexical", "mobiledoc", "custom_excerpt"], where, canaries);
    else if (typeof post.html === "string")
      post.html = post.html.replaceAll(
        /<!--kg-gated-block:begin nonMember:false[^>]*-->/g,
        (mark) => `${mark}<p>${canaries.word("gated card")}</p>`,
      );
  }
  return JSON.stringify(file);
}

function intoHalo(text: string, canaries: Canaries): string {
  const file = JSON.parse(text) as Record<string, Json[] | undefined>;
  const rows = (name: string) => file[name] ?? [];
  const locked = new Set(rows("categories").flatMap(({ id, password }) => (password ? [id] : [])));
  const lockedPosts = new Set(
    rows("post_categories").flatMap(({ postId, categoryId }) => (locked.has(categoryId) ? [postId] : [])),
  );
  const isPublished = (status: unknown) => status === "PUBLISHED" || status === 0;
  for (const record of [...rows("posts"), ...rows("sheets")]) {
    const isHidden = !isPublished(record.status);
    if (!isHidden && !record.password && !lockedPosts.has(record.id)) continue;
    const where = isHidden ? `status ${String(record.status)}` : "locked";
    const texts = ["originalContent", "formatContent", "summary", "metaDescription"];
    intoFields(record, isHidden ? [...texts, "title", "slug"] : texts, where, canaries);
    for (const content of rows("contents").filter(({ id }) => id === record.id))
      intoFields(content, ["content", "originalContent"], where, canaries);
  }
  for (const name of ["post_comments", "sheet_comments", "journal_comments"])
    for (const comment of rows(name))
      if (!isPublished(comment.status))
        intoFields(comment, ["content", "author"], `comment ${String(comment.status)}`, canaries);
  for (const journal of rows("journals"))
    if (journal.type === "INTIMATE" || journal.type === 1)
      intoFields(journal, ["content", "sourceContent"], "journal", canaries);
  return JSON.stringify(file);
}

/** A copy of a folder of Markdown in which drafts have words in their titles, texts and names. */
function intoFolder(from: string, to: string, canaries: Canaries): void {
  cpSync(from, to, { recursive: true });
  for (const name of readdirSync(to, { recursive: true, encoding: "utf8" })) {
    if (!/\.(md|markdown)$/.test(name)) continue;
    const text = readFileSync(join(to, name), "utf8");
    if (!name.includes("_drafts") && !/"?draft"?\s*[:=]\s*true|published:\s*false/.test(text)) continue;
    writeFileSync(
      join(to, name),
      text.replace(/("?title"?\s*[:=]\s*"?)/, (open) => `${open}${canaries.word(`${name}: title`)} `) +
        `\n${canaries.word(`${name}: text`)}\n`,
    );
  }
}

/** What a site holds, for whoever may see everything. */
const everything = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      [posts, sheets, comments, journals].map((table) =>
        stored()
          .select()
          .from(table as typeof posts),
      ),
    ),
  );

type Told = { at: string; text: string };

/** Everything that the site tells a stranger: each line of the API for visitors, feed, sitemap, and where old addresses lead. */
async function asStranger(words: readonly string[]): Promise<Told[]> {
  const told: Told[] = [];
  let asked = 0;
  const ask = async (path: string) => {
    // Each from an address of its own: a stranger may search only so often.
    const ip = `198.18.${asked >> 8}.${asked & 255}`;
    asked += 1;
    const { status, text } = await call("GET", path, { ip });
    expect([path, status < 500]).toEqual([path, true]);
    // What is missing only repeats what was asked for.
    if (status !== 404) told.push({ at: path, text: text.toLowerCase() });
  };
  const all = (table: typeof posts) => stored().select({ id: table.id, slug: table.slug }).from(table);
  const [textRows, termRows] = [
    [...(await all(posts)), ...(await all(sheets))],
    [...(await all(categories as never)), ...(await all(tags as never))],
  ];
  const ids = new Set(
    [...textRows, ...(await stored().select({ id: journals.id }).from(journals))].map(({ id }) => String(id)),
  );
  const valuesOf: Record<string, Iterable<string>> = {
    slug: textRows.map(({ slug }) => slug),
    category: termRows.flatMap(({ id, slug }) => [String(id), slug]),
    tag: termRows.flatMap(({ id, slug }) => [String(id), slug]),
  };
  for (const { method, path } of routes) {
    if (method !== "GET" || !path.startsWith("/content/")) continue;
    const name = /\{(\w+)\}/.exec(path)?.[1];
    if (path.endsWith("/search")) for (const word of words) await ask(`${path}?keyword=${word}`);
    else if (name === undefined) await Promise.all([ask(path), ask(`${path}?size=100`)]);
    else for (const value of valuesOf[name] ?? ids) await ask(path.replace(`{${name}}`, encodeURIComponent(value)));
  }
  for (const { path } of await stored().select().from(oldAddresses)) {
    const { movedTo } = await getMovedAddress(visitor, { path });
    told.push({ at: path.toLowerCase(), text: String(movedTo).toLowerCase() });
  }
  const more = [
    await listFeedPosts(visitor, { size: 50 }),
    await listPostAddresses(visitor, { page: 1, size: 1000 }),
    await listSheetAddresses(visitor, { page: 1, size: 1000 }),
    await getSite(visitor, {}),
  ];
  return [...told, ...more.map((answer, i) => ({ at: `page ${i}`, text: JSON.stringify(answer).toLowerCase() }))];
}

const samples: [kind: ImportKind, path: string, media: string | null, plant: typeof intoGhost | typeof intoFolder][] = [
  ["wordpress", "wordpress/small-made.xml", "wordpress/uploads", intoWordPress],
  ["wordpress", "wordpress/themeunittestdata.xml", null, intoWordPress],
  ["ghost", "ghost/ghost-6-made.json", "ghost/content", intoGhost],
  ["halo", "halo/halo-1.4-made.json", "halo/upload", intoHalo],
  ["halo", "halo/halo-1.6-made.json", "halo/upload", intoHalo],
  ["markdown", "static-sites/hexo", null, intoFolder],
  ["markdown", "static-sites/hugo", null, intoFolder],
  ["markdown", "static-sites/jekyll", null, intoFolder],
];

describe.skipIf(!existsSync(data))("what was private at the old site", () => {
  beforeEach(async () => {
    await freshDatabase();
    await anAdmin();
  });

  it.each(samples)(
    "%s %s: is told to no stranger",
    async (kind, file, media, plant) => {
      const canaries = new Canaries();
      const path = join(mkdtempSync(join(env.dataDir, "canary-")), basename(file));
      if (plant === intoFolder) plant(resolve(data, file), path, canaries);
      else writeFileSync(path, (plant as typeof intoGhost)(readFileSync(resolve(data, file), "utf8"), canaries));
      const choices = { path, ...(media !== null && { media: resolve(data, media) }) };
      const { sha256 } = await measure(path);
      const { id } = await makeImportHere(system, { kind, sha256, choices });
      const report = await runImport(system, id);
      expect([report.state, report.error]).toEqual(["DONE", null]);

      // They are here, or this would prove nothing. Spam is not taken in, nor are other forms of the same text.
      const held = (await everything()).toLowerCase();
      const here = [...canaries.words].filter(([word]) => held.includes(word));
      expect(here.length).toBeGreaterThanOrEqual(canaries.words.size / 3);
      const told = await asStranger([...canaries.words.keys()]);
      const leaks = [...canaries.words].flatMap(([word, where]) =>
        told
          // Whoever asks by a slug knows it.
          .filter(({ at, text }) => text.includes(word) && !at.includes(word))
          .map(({ at }) => `${where} at ${at}`),
      );
      expect(leaks).toEqual([]);
      const open = and(eq(posts.status, "PUBLISHED"), eq(posts.password, ""), lt(posts.createTime, new Date()));
      const [shown] = await stored().select().from(posts).where(open);
      expect(told.filter(({ text }) => text.includes(String(shown?.slug).toLowerCase())).length).toBeGreaterThan(3);
    },
    120_000,
  );
});
