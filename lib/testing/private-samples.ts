import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { ImportKind } from "../features/moving/records";

/** Real sources of other systems; they are no part of the project. */
export const samplesFolder = resolve("../shared/data");
export const hasSamples = existsSync(samplesFolder);

/** Puts a word into what is private in a source: each another one, so that a leak shows where it comes from. */
export class Canaries {
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

type Sample = {
  kind: ImportKind;
  file: string;
  media: string | null;
  plant: typeof intoGhost | typeof intoFolder;
};

/** Sources that hold something private. */
export const privateSamples: readonly Sample[] = [
  { kind: "wordpress", file: "wordpress/small-made.xml", media: "wordpress/uploads", plant: intoWordPress },
  { kind: "wordpress", file: "wordpress/themeunittestdata.xml", media: null, plant: intoWordPress },
  { kind: "ghost", file: "ghost/ghost-6-made.json", media: "ghost/content", plant: intoGhost },
  { kind: "halo", file: "halo/halo-1.4-made.json", media: "halo/upload", plant: intoHalo },
  { kind: "halo", file: "halo/halo-1.6-made.json", media: "halo/upload", plant: intoHalo },
  { kind: "markdown", file: "static-sites/hexo", media: null, plant: intoFolder },
  { kind: "markdown", file: "static-sites/hugo", media: null, plant: intoFolder },
  { kind: "markdown", file: "static-sites/jekyll", media: null, plant: intoFolder },
];

/** A copy of a source in a folder, with words in whatever is private. Returns its path. */
export function planted({ file, plant }: Pick<Sample, "file" | "plant">, folder: string, canaries: Canaries): string {
  const path = join(folder, basename(file));
  if (plant === intoFolder) plant(join(samplesFolder, file), path, canaries);
  else writeFileSync(path, (plant as typeof intoGhost)(readFileSync(join(samplesFolder, file), "utf8"), canaries));
  return path;
}
