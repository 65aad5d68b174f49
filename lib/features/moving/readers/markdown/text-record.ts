import { makeSlug } from "../../../../text/slug";
import type { TextRecord, TextStatus } from "../../records";
import { parseDate } from "./dates";
import type { Dialect, TagContext, TextPlace } from "./dialect";
import { excerptBefore } from "./excerpt";
import type { FrontMatter } from "./front-matter";
import { listed, type MarkdownPost } from "./markdown-post";
import type { ReadText } from "./markdown-files";
import { replaceTags } from "./template-tags";
import type { TreeFiles } from "./tree-files";

/** A category by its path of names, and a tag by its name, whatever their letter case. */
export const keyOfCategory = (path: readonly string[]): string => path.join("/").toLowerCase();
export const keyOfTag = (name: string): string => name.toLowerCase();

/** The names that front matter gives for who wrote a text. */
export function authorsOf(fields: FrontMatter): string[] {
  const value = fields.value("author", "authors") ?? fields.inside("params").value("author", "authors");
  const nameOf = (one: unknown): string[] => {
    const name: unknown = one instanceof Map ? one.get("name") : one;
    return typeof name === "string" && name.trim() !== "" ? [name.trim()] : [];
  };
  return Array.isArray(value) ? value.flatMap(nameOf) : nameOf(value);
}

/** A text of a folder with what was read of it. */
export type Found = { path: string; source: string; read: ReadText; post: MarkdownPost; place: TextPlace };

type Site = {
  dialect: Dialect;
  files: TreeFiles;
  context: (path: string) => TagContext;
  /** When the folder was packed, for texts without any time. */
  time: Date | null;
  /** From names to identifiers of accounts. */
  authors: ReadonlyMap<string, string>;
};

const day = (date: Date): string => date.toISOString().slice(0, 10);

function statusOf({ post, place }: Found, warnings: string[]): TextStatus {
  const isDraft = "isDraft" in place && place.isDraft === true && post.status !== "INTIMATE";
  const status = isDraft ? "DRAFT" : (post.status ?? "PUBLISHED");
  if (isDraft && place.remark !== undefined) warnings.push(place.remark);
  // Of passwords that are no text none is known here.
  if (status === "PUBLISHED" && post.password === undefined && post.fields.value("password") !== undefined) {
    warnings.push("Its old site showed it to those of password only; here it is private.");
    return "INTIMATE";
  }
  const expired = parseDate(post.fields.text("expirydate", "unpublishdate") ?? "");
  if (!expired || expired.getTime() > Date.now() || status !== "PUBLISHED") return status;
  warnings.push(`it expired on ${day(expired)} and was no longer shown; it is private here`);
  return "INTIMATE";
}

/** The publication date; of a file that says none, its own time. */
function timeOf({ post, place, read }: Found, status: TextStatus, site: Site, warnings: string[]): Date | null {
  if (post.date) return post.date;
  const time = read.fileTime ?? site.time;
  // Sheets and drafts have no date of their own. A date that is not understood was named already.
  const isDated = "kind" in place && place.kind === "post" && status !== "DRAFT" && status !== "RECYCLE";
  if (time && isDated && !post.warnings.some((warning) => warning.startsWith("date ")))
    warnings.push(`it has no date; the time of the ${read.fileTime ? "file" : "archive"}, ${day(time)}, is used`);
  return time;
}

/** The text with its tags replaced and its addresses settled. */
function bodyOf({ post, path }: Found, site: Site, warnings: string[]): string {
  const rules = site.dialect.tagRules(site.context(path));
  const { text, unknown } = rules ? replaceTags(post.body, rules) : { text: post.body, unknown: [] };
  if (unknown.length > 0) warnings.push(`template tags that are not known stay in the text: ${unknown.join(", ")}`);
  const settled = site.files.settle(text, path);
  for (const warning of settled.warnings) warnings.push(warning);
  return settled.text;
}

function authorOf(
  { post }: Found,
  site: Site,
  warnings: string[],
): { author: string | null; authorName: string | null } {
  const names = authorsOf(post.fields);
  const [first] = names;
  if (first === undefined) return { author: null, authorName: null };
  const account = site.authors.get(first);
  if (account === undefined)
    warnings.push(`its author "${first}" has no account that is named for it; it belongs to the account that imports`);
  if (names.length > 1) warnings.push(`further authors: ${names.slice(1).join(", ")}`);
  return { author: account ?? null, authorName: account === undefined ? first : null };
}

function unsaidIn(
  { post }: Found,
  { status, summary, password }: { status: TextStatus; summary: string | undefined; password: string },
): NonNullable<TextRecord["unsaid"]> {
  const said = {
    status: post.status ?? (status === "PUBLISHED" ? undefined : status),
    slug: post.slug.from === "front matter" ? post.slug.text : undefined,
    createTime: post.date,
    summary,
    thumbnail: post.cover,
    password: password || undefined,
    topPriority: post.topPriority,
    disallowComment: post.disallowComment,
    tags: post.tags,
    categories: post.categories,
  };
  return (Object.keys(said) as (keyof typeof said)[]).filter((name) => said[name] === undefined);
}

/** The post or sheet that a file is. */
export function recordOf(found: Found, kind: "post" | "sheet", site: Site): TextRecord {
  const { path, post, place, read } = found;
  const warnings = [...post.warnings];
  const status = statusOf(found, warnings);
  const createTime = timeOf(found, status, site, warnings);
  const mark = site.dialect.excerptMark(post.fields);
  const summary = post.summary ?? (mark === null ? undefined : excerptBefore(post.body, mark));
  const password = post.password ?? site.dialect.passwordOf?.(post.tags ?? []) ?? "";
  const originalContent = bodyOf(found, site, warnings);
  const { cover, warnings: more } =
    post.cover === undefined ? { cover: "", warnings: [] } : site.files.cover(post.cover, path);
  const byFolder = ("categories" in place ? place.categories : undefined) ?? [];
  const categories = [...byFolder.map((name) => [name]), ...(post.categories ?? [])].map(keyOfCategory);
  const keywords = post.fields.value("keywords");
  return {
    kind,
    source: found.source,
    ...authorOf(found, site, warnings),
    warnings: [...warnings, ...more],
    oldAddresses: [...new Set(site.dialect.addressesOf(post, path, place))],
    linkedAs: [`/${path}`],
    hash: read.hash,
    base: `/${path}`,
    unsaid: unsaidIn(found, { status, summary, password }),
    ...(post.slug.from !== "front matter" && { slugFrom: post.slug.from }),
    title: post.title,
    slug: post.slug.text,
    editorType: "MARKDOWN",
    originalContent,
    keptHtml: null,
    status,
    password,
    createTime,
    updateTime: post.updated ?? null,
    editTime: post.updated ?? null,
    recycledTime: null,
    summary: summary ?? "",
    thumbnail: cover,
    topPriority: post.topPriority ?? 0,
    disallowComment: post.disallowComment ?? false,
    template: "",
    metaDescription: post.fields.text("summary") === undefined ? "" : (post.fields.text("description") ?? ""),
    metaKeywords: (typeof keywords === "string" ? [keywords] : listed(keywords)).join(", "),
    visits: 0,
    likes: 0,
    categories: [...new Set(categories)],
    tags: (post.tags ?? []).map(keyOfTag),
    metas: {},
    working: null,
  };
}

/** The slug that a tag or category is made with. */
export const slugOfTerm = (name: string): string => makeSlug(name);
