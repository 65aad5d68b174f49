import { makeSlug } from "../../../../text/slug";
import type { TextStatus } from "../../records";
import { parseDate, splitDatedName } from "./dates";
import { type FrontMatter, splitFrontMatter } from "./front-matter";
import { type HiddenMarks, hiddenInPlain, openPartsOf } from "./hidden-parts";
import { takeHeading, titleFromName } from "./markdown-title";

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
  updated: Date | undefined;
  status: TextStatus | undefined;
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
export const listed = (value: unknown): string[] =>
  (Array.isArray(value)
    ? value.filter((item) => typeof item === "string")
    : typeof value === "string"
      ? value.split(/[,，、]/)
      : []
  )
    .map((item) => item.trim())
    .filter(Boolean);

export const unique = <T>(items: T[], keyOf: (item: T) => string): T[] =>
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

const statuses: Record<string, TextStatus> = {
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

/** What front matter says where a text is for some readers only, or on no page of its own. */
const hiding = [
  (
    "private is_private isprivate hidden hide hideinlist unlisted headless secret protected locked encrypt encrypted " +
    "members_only member_only membersonly memberonly"
  ).split(" "),
  ["visibility", "access"],
] as const;

/** The field by which its old site kept a text from everybody; null where none did. */
function hiddenBy(fields: FrontMatter): string | null {
  const [flags, words] = hiding;
  const flag = flags.find((name) => fields.value(name) !== undefined && fields.flag(name) !== false);
  if (flag !== undefined) return flag;
  const word = words.find((name) => {
    const said = fields.text(name)?.toLowerCase();
    return said !== undefined && !["public", "published", "everybody", "everyone", "all", "open"].includes(said);
  });
  if (word !== undefined) return word;
  const built = ["build", "_build"].find((name) => {
    const said = fields.inside(name).text("render")?.toLowerCase();
    return said !== undefined && !["always", "true"].includes(said);
  });
  return built ?? null;
}

/** A text that was no page is a draft, and one for some readers only is private, whatever else is said of it. */
function statusOf(fields: FrontMatter, path: string, warnings: string[]): TextStatus | undefined {
  const said = saidStatus(fields, warnings);
  const isDraft = said !== "INTIMATE" && path.split("/").slice(0, -1).includes("_drafts");
  const status = isDraft ? "DRAFT" : said;
  const by = status === "DRAFT" || status === "INTIMATE" ? null : hiddenBy(fields);
  if (by === null) return status;
  warnings.push(`Its old site showed it to those of ${by} only; here it is private.`);
  return "INTIMATE";
}

function saidStatus(fields: FrontMatter, warnings: string[]): TextStatus | undefined {
  const [draft, ...published] = ["draft", "published", "publish"].map((name) => fields.flag(name));
  // Generators go by these, and a word of another program may stand beside them.
  if (draft === true || published.includes(false)) return "DRAFT";
  const word = fields.text("status")?.toLowerCase();
  if (word !== undefined) {
    const known = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
    // An unknown status must not publish a text.
    if (!known) warnings.push(`status "${word}" is not known; it is a draft`);
    return known ?? "DRAFT";
  }
  for (const name of ["draft", "published", "publish"])
    if (fields.value(name) !== undefined && fields.flag(name) === undefined && !parseDate(fields.text(name) ?? "")) {
      warnings.push(`status "${fields.text(name) ?? name}" is not known; it is a draft`);
      return "DRAFT";
    }
  return draft === false || published.includes(true) ? "PUBLISHED" : undefined;
}

/** When a text was published, or will be: Hugo lets one wait by any of three names. */
function dateOf(fields: FrontMatter, fromName: Date | undefined, warnings: string[]): Date | undefined {
  const date = writtenDate(fields, fromName, warnings);
  const until = ["publishdate", "pubdate", "published"]
    .flatMap((name) => parseDate(fields.text(name) ?? "") ?? [])
    .reduce<Date | undefined>((latest, each) => (latest && latest > each ? latest : each), undefined);
  return until && (!date || (until > date && until.getTime() > Date.now())) ? until : date;
}

function writtenDate(fields: FrontMatter, fromName: Date | undefined, warnings: string[]): Date | undefined {
  const text = fields.text("date", "created", "published_at", "publishdate", "createtime");
  // A text of Hugo's may be dated and still wait for its publication.
  const later = parseDate(fields.text("publishdate") ?? "");
  const said = text === undefined ? undefined : parseDate(text);
  const date = said && later && later > said ? later : said;
  if (text === undefined || date) return date ?? fromName;
  const day = fromName ?? parseDate(text.split(/[\sT]/)[0] ?? "");
  warnings.push(
    `date "${text}" is not understood; ${day ? `${day.toISOString().slice(0, 10)} from ${fromName ? "the file's name" : "its beginning"}` : "the time of the file"} is used`,
  );
  return day;
}

function titleOf(fields: FrontMatter, body: string, stem: string): { title: string; body: string } {
  const said = fields.text("title");
  const heading = said === undefined ? takeHeading(body) : null;
  const title = said ?? heading?.title ?? titleFromName(stem);
  return { title: title.replace(/\s+/g, " ").trim(), body: heading?.body ?? body };
}

/** The day that a text is dated, as written and in UTC; these may differ. */
export function daysOf(post: MarkdownPost): string[] {
  const written = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(post.fields.text("date") ?? "");
  const days = written ? [[written[1], written[2]?.padStart(2, "0"), written[3]?.padStart(2, "0")].join("-")] : [];
  return [...new Set([...days, ...(post.date ? [post.date.toISOString().slice(0, 10)] : [])])];
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

/** What a dialect reads in its own way. */
export type Reading = {
  /** Whether the first line of front matter may be missing. */
  loose: boolean;
  /** What the site says of the texts at a path that do not say it themselves; it is asked who may read them. */
  givenTo?(path: string): FrontMatter;
  /** Marks of what it showed to nobody, or to some readers only. */
  hiddenIn: HiddenMarks;
  tags(fields: FrontMatter): string[] | undefined;
  /** Each as names from the top category down. */
  categories(fields: FrontMatter): string[][] | undefined;
};

/** How a file is read that is of no dialect. */
export const plainReading: Reading = {
  loose: false,
  hiddenIn: hiddenInPlain,
  tags(fields) {
    const tags = fields.value("tags", "tag");
    return tags === undefined ? undefined : unique(listed(tags), (name) => name.toLowerCase());
  },
  categories(fields) {
    const categories = fields.value("categories", "category");
    return categories === undefined ? undefined : categoriesOf(categories);
  },
};

/** Reads one file's text; refuses what cannot become a post, with the reason. */
export function markdownPost(
  path: string,
  text: string,
  slugFrom: SlugFrom,
  reading: Reading = plainReading,
): MarkdownPost {
  const warnings: string[] = [];
  const { fields, body: written } = splitFrontMatter(text, reading);
  const withGiven = reading.givenTo ? fields.over(reading.givenTo(path)) : fields;
  const status = statusOf(withGiven, path, warnings);
  const whole = openPartsOf(
    written,
    reading.hiddenIn(written, path),
    (status ?? "PUBLISHED") === "PUBLISHED",
    warnings,
  );
  const file = telling(path);
  const { title, body } = titleOf(fields, whole.replace(/^\n+/, ""), file.stem);
  const comments = fields.flag("comments", "comment");
  return {
    title,
    body,
    slug: slugOf(fields, file, title, slugFrom),
    date: dateOf(fields, file.date, warnings),
    updated: parseDate(fields.text("updated", "lastmod", "last_modified_at", "modified") ?? ""),
    status,
    summary: fields.text("summary", "description", "excerpt"),
    cover: coverOf(fields),
    password: withGiven.text("password"),
    topPriority: priorityOf(fields),
    disallowComment: comments === undefined ? undefined : !comments,
    tags: reading.tags(fields),
    categories: reading.categories(fields),
    fields,
    warnings,
  };
}
