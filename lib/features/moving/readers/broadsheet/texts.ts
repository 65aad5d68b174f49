import { parseDocument } from "yaml";
import { MAX_SOURCE } from "../../../../text/markdown/source";
import type { Archive } from "../../../../services/archives/reading";
import { parts, textColumns, textPart } from "../../exports/columns";
import type { ExportedRevision, SourceKey, TextRecord, TextStatus } from "../../records";
import type { Line } from "./lines";
import { BadLine, Fields, type Value, valuesOf } from "./values";

/** Bytes of a file of a text: a text and a working text of the longest, and what is said of them. */
const LONGEST_FILE = 8 * MAX_SOURCE + 1024 * 1024;

/** The names that front matter may have. */
const known = new Set([
  "title",
  "date",
  "updated",
  "slug",
  "status",
  "draft",
  "id",
  "author",
  "categories",
  "tags",
  "summary",
  "cover",
  "password",
  "pinned",
  "comments",
  "template",
  "description",
  "keywords",
  "editor",
  "language",
  "translationOf",
  "keepRaw",
  "visits",
  "likes",
  "metas",
  "working",
]);

/** The lines about a text beside its file. */
export type TextLines = { line: Line; kept: Line | undefined; slugs: Line[]; revisions: Line[]; addresses: Line[] };

/** An export writes no aliases; others may multiply, or lead nowhere. */
function withoutAliases(read: () => unknown): unknown {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof ReferenceError) throw new BadLine("its front matter has aliases");
    throw fault;
  }
}

/** Splits a file into its front matter and its body, which is kept byte for byte. */
function split(file: string): { front: ReadonlyMap<string, unknown>; body: string } {
  const end = file.indexOf("\n---\n", 3);
  if (!file.startsWith("---\n") || end < 0) throw new BadLine("its file has no front matter");
  const document = parseDocument(file.slice(4, end + 1), { logLevel: "error" });
  if (document.errors.length > 0)
    throw new BadLine(`its front matter does not parse: ${document.errors[0]?.message.split("\n")[0]}`);
  const front: unknown = withoutAliases(() => document.toJS({ mapAsMap: true, maxAliasCount: 0 }) as unknown);
  if (!(front instanceof Map)) throw new BadLine("its front matter is not a list of names and values");
  return { front: front as Map<string, unknown>, body: file.slice(end + 5) };
}

const textIn = (front: ReadonlyMap<unknown, unknown>, name: string): string => {
  const value = front.get(name);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};
const numberIn = (front: ReadonlyMap<unknown, unknown>, name: string): number => {
  const value = front.get(name);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
};
const dateIn = (front: ReadonlyMap<unknown, unknown>, name: string): Date | null => {
  const date = new Date(textIn(front, name));
  return textIn(front, name) === "" || Number.isNaN(date.getTime()) ? null : date;
};

const statuses: readonly string[] = ["PUBLISHED", "DRAFT", "INTIMATE", "RECYCLE"] satisfies TextStatus[];
const editorOf = (text: string): "MARKDOWN" | "RICHTEXT" => (text === "RICHTEXT" ? "RICHTEXT" : "MARKDOWN");

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function workingOf(front: ReadonlyMap<string, unknown>, kept: Line | undefined): TextRecord["working"] {
  const working = front.get("working");
  if (!(working instanceof Map)) return null;
  return {
    editorType: editorOf(textIn(working, "editor")),
    originalContent: textIn(working, "text"),
    keptHtml: working.get("keepRaw") === true ? textOf(kept?.workingContent) : null,
  };
}

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)).map(String) : [];

function revisionOf(line: Line): ExportedRevision {
  const { values } = valuesOf(parts.postRevisions, { ...line, content: line.content ?? "" }, ["kind"]);
  const fields = new Fields(values);
  return {
    version: fields.number("version"),
    title: fields.text("title"),
    editorType: editorOf(fields.text("editorType")),
    author: fields.ref("authorId"),
    createTime: fields.date("createTime") ?? new Date(0),
    originalContent: fields.text("originalContent"),
    keptHtml: fields.flag("keepRaw") ? fields.text("content") : null,
  };
}

const user = (source: string | null): SourceKey | null => (source === null ? null : { kind: "user", source });

/** Reads a post or sheet of its file and its lines. */
export async function readText(
  archive: Archive,
  kind: "post" | "sheet",
  { line, kept, slugs, revisions, addresses }: TextLines,
): Promise<TextRecord> {
  const own = ["kind", "file", "categoryIds", "tagIds"];
  const { values, warnings } = valuesOf(textPart, line, own);
  const fields = new Fields(values);
  const id = fields.id();
  const file = String(line.file);
  const size = archive.files.get(file)?.size;
  if (size === undefined) throw new BadLine("its file is not in the export");
  if (size > LONGEST_FILE) throw new BadLine("its text is longer than 2 MiB");
  const bytes = await archive.readWhole(file, LONGEST_FILE);
  let whole: string;
  try {
    whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadLine("its file is not UTF-8");
  }
  const { front, body } = split(whole);
  for (const name of front.keys())
    if (!known.has(name)) warnings.push(`its field "${name.slice(0, 100)}" is not known here and was left out`);
  const status = textIn(front, "status");
  const isKnown = statuses.includes(status);
  if (!isKnown) warnings.push(`its status "${status.slice(0, 50)}" is not known here; it is a draft`);
  const metas = front.get("metas");
  const pairs =
    metas instanceof Map ? [...metas].map(([name, value]): [string, string] => [String(name), String(value)]) : [];
  const author = fields.ref("authorId");
  const columns: Record<string, Value> = {
    ...fields.columns(...textColumns.others),
    title: textIn(front, "title"),
    ...Object.fromEntries(
      ["summary", "password", "template", "language", "translationOf"].map((name) => [name, textIn(front, name)]),
    ),
    metaDescription: textIn(front, "description"),
    metaKeywords: textIn(front, "keywords"),
    originalContent: body,
  };
  return {
    kind,
    source: String(id),
    warnings,
    oldAddresses: addresses.flatMap(({ path }) => (typeof path === "string" ? [path] : [])),
    editorType: editorOf(textIn(front, "editor")),
    originalContent: body,
    keptHtml: front.get("keepRaw") === true ? textOf(kept?.content) : null,
    title: textIn(front, "title"),
    slug: textIn(front, "slug"),
    status: isKnown ? (status as TextStatus) : "DRAFT",
    password: textIn(front, "password"),
    createTime: dateIn(front, "date"),
    updateTime: fields.date("updateTime"),
    editTime: dateIn(front, "updated"),
    recycledTime: fields.date("recycledTime"),
    author,
    authorName: author === null ? null : textIn(front, "author") || null,
    summary: textIn(front, "summary"),
    thumbnail: textIn(front, "cover"),
    topPriority: numberIn(front, "pinned"),
    disallowComment: front.get("comments") === false,
    template: textIn(front, "template"),
    metaDescription: textIn(front, "description"),
    metaKeywords: textIn(front, "keywords"),
    visits: numberIn(front, "visits"),
    likes: numberIn(front, "likes"),
    categories: idsOf(line.categoryIds),
    tags: idsOf(line.tagIds),
    metas: Object.fromEntries(pairs),
    working: workingOf(front, kept),
    exported: {
      columns,
      references: { authorId: user(author) },
      slugs: slugs.flatMap(({ slug }) => (typeof slug === "string" ? [slug] : [])),
      revisions: revisions.map(revisionOf),
      metas: pairs,
    },
  };
}
