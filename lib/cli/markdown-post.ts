import { makeSlug } from "../text/slug";
import type { PostStatus } from "../features/writing/schema";
import { parseDate, splitDatedName } from "./dates";
import { type FrontMatter, splitFrontMatter } from "./front-matter";
import { fitTitle, takeHeading, titleFromName } from "./markdown-title";

export type SlugFrom = "file" | "title";

/** A post as a Markdown file describes it; fields that the file does not have are undefined. */
export type MarkdownPost = {
  title: string;
  body: string;
  /**
   * Whether front matter or the file's name gave the slug, which is then kept or refused; one made of the title gets a
   * number where it is taken.
   */
  slug: { text: string; from: "front matter" | "file name" | "title" };
  date: Date | undefined;
  status: PostStatus | undefined;
  summary: string | undefined;
  /** As written: an address, or a file beside this one. */
  cover: string | undefined;
  password: string | undefined;
  topPriority: number | undefined;
  disallowComment: boolean | undefined;
  tags: string[] | undefined;
  /** Each as names from the top category down. */
  categories: string[][] | undefined;
  fields: FrontMatter;
  warnings: string[];
};

/** The name that says what a file is about: a file called `index` is named by its folder. */
function telling(path: string): { stem: string; date: Date | undefined; useful: boolean } {
  const parts = path.split("/");
  const stem = (parts.at(-1) ?? "").replace(/\.[^.]+$/, "");
  const named = /^_?(index|readme)$/i.test(stem) ? parts.at(-2) : stem;
  const { date, rest } = splitDatedName(named ?? stem);
  return { stem: rest, date, useful: named !== undefined && makeSlug(rest) !== "" };
}

/** The texts of a value that is a list or one text with commas; other values are ignored. */
const listed = (value: unknown): string[] =>
  (Array.isArray(value)
    ? value.filter((item) => typeof item === "string")
    : typeof value === "string"
      ? value.split(/[,，、]/)
      : []
  )
    .map((item) => item.trim())
    .filter(Boolean);

const unique = <T>(items: T[], keyOf: (item: T) => string): T[] =>
  [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();

function categoriesOf(value: unknown): string[][] {
  const paths = (Array.isArray(value) ? value : listed(value)).map((item: unknown) =>
    // Hexo writes a path as a nested list.
    (Array.isArray(item) ? listed(item) : typeof item === "string" ? item.split("/") : [])
      .map((name) => name.trim())
      .filter(Boolean),
  );
  return unique(
    paths.filter((path) => path.length > 0),
    (path) => path.join("/").toLowerCase(),
  );
}

const statuses: Record<string, PostStatus> = {
  draft: "DRAFT",
  pending: "DRAFT",
  private: "INTIMATE",
  intimate: "INTIMATE",
  published: "PUBLISHED",
  publish: "PUBLISHED",
  public: "PUBLISHED",
  scheduled: "PUBLISHED",
  future: "PUBLISHED",
};

function statusOf(fields: FrontMatter, path: string, warnings: string[]): PostStatus | undefined {
  const word = fields.text("status")?.toLowerCase();
  if (word !== undefined) {
    const known = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
    // An unknown status must not publish a text.
    if (!known) warnings.push(`status "${word}" is not known; it is a draft`);
    return known ?? "DRAFT";
  }
  const [draft, published] = [fields.flag("draft"), fields.flag("published")];
  if (draft === true || published === false) return "DRAFT";
  if (draft === false || published === true) return "PUBLISHED";
  return path.split("/").slice(0, -1).includes("_drafts") ? "DRAFT" : undefined;
}

function dateOf(fields: FrontMatter, fromName: Date | undefined, warnings: string[]): Date | undefined {
  const text = fields.text("date", "created", "published_at", "publishdate", "createtime");
  const date = text === undefined ? undefined : parseDate(text);
  if (text === undefined || date) return date ?? fromName;
  const day = fromName ?? parseDate(text.split(/[\sT]/)[0] ?? "");
  warnings.push(
    `date "${text}" is not understood; ${day ? `${day.toISOString().slice(0, 10)} from ${fromName ? "the file's name" : "its beginning"}` : "the present moment"} is used`,
  );
  return day;
}

function titleOf(fields: FrontMatter, body: string, stem: string, warnings: string[]): { title: string; body: string } {
  const said = fields.text("title");
  const heading = said === undefined ? takeHeading(body) : null;
  const { title, cut } = fitTitle(said ?? heading?.title ?? titleFromName(stem));
  if (cut) warnings.push("the title is longer than 100 characters and was cut");
  return { title, body: heading?.body ?? body };
}

function slugOf(
  fields: FrontMatter,
  file: { stem: string; useful: boolean },
  title: string,
  slugFrom: SlugFrom,
): MarkdownPost["slug"] {
  const permalink = fields
    .text("permalink", "url")
    ?.split(/[?#]/)[0]
    ?.replace(/\/(index\.html?)?$/, "")
    .split("/")
    .at(-1)
    ?.replace(/\.html?$/, "");
  // `:title` and the like are Jekyll's patterns, not addresses.
  const said = makeSlug(fields.text("slug") ?? (permalink?.includes(":") ? "" : (permalink ?? "")));
  if (said) return { text: said, from: "front matter" };
  return file.useful && slugFrom === "file"
    ? { text: makeSlug(file.stem), from: "file name" }
    : { text: makeSlug(title), from: "title" };
}

function coverOf(fields: FrontMatter): string | undefined {
  const value = fields.value("cover", "image", "thumbnail", "banner", "featured_image");
  const inner: unknown =
    value instanceof Map
      ? ["src", "url", "path", "image"]
          .map((name): unknown => value.get(name))
          .find((found) => typeof found === "string")
      : Array.isArray(value)
        ? value[0]
        : value;
  return typeof inner === "string" ? inner.trim() : undefined;
}

function priorityOf(fields: FrontMatter): number | undefined {
  const flag = fields.flag("pinned", "sticky", "top");
  const number = Number(fields.text("sticky", "top") ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : flag === undefined ? undefined : Number(flag);
}

/** Reads one file's text; refuses what cannot become a post, with the reason. */
export function markdownPost(path: string, text: string, slugFrom: SlugFrom): MarkdownPost {
  const warnings: string[] = [];
  const { fields, body: whole } = splitFrontMatter(text);
  const file = telling(path);
  const { title, body } = titleOf(fields, whole.replace(/^\n+/, ""), file.stem, warnings);
  const [tags, categories, comments] = [
    fields.value("tags", "tag"),
    fields.value("categories", "category"),
    fields.flag("comments", "comment"),
  ];
  return {
    title,
    body,
    slug: slugOf(fields, file, title, slugFrom),
    date: dateOf(fields, file.date, warnings),
    status: statusOf(fields, path, warnings),
    summary: fields.text("summary", "description", "excerpt"),
    cover: coverOf(fields),
    password: fields.text("password"),
    topPriority: priorityOf(fields),
    disallowComment: comments === undefined ? undefined : !comments,
    tags: tags === undefined ? undefined : unique(listed(tags), (name) => name.toLowerCase()),
    categories: categories === undefined ? undefined : categoriesOf(categories),
    fields,
    warnings,
  };
}
