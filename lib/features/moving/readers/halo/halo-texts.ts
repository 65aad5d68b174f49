import { MAX_SOURCE } from "../../../../text/markdown/source";
import type { TextRecord } from "../../records";
import type { ReadingChoices } from "../../reading";
import { bodyOf as storedHtml } from "../html/body";
import type { JsonFile } from "../json-file";
import { countOf, flagOf, type HaloRow, idOf, isRow, numberOf, oneOf, textOf, timeOf } from "./halo-rows";
import { patched } from "./working-text";

type Tables = {
  contents: ReadonlyMap<string, HaloRow>;
  /** Patch logs by their id. */
  logs: ReadonlyMap<string, HaloRow>;
  categories: ReadonlyMap<string, string[]>;
  tags: ReadonlyMap<string, string[]>;
  metas: ReadonlyMap<string, [string, string][]>;
};

const grouped = <T>(rows: readonly HaloRow[], key: string, valueOf: (row: HaloRow) => T): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const id = idOf(row, key) ?? "";
    const own = groups.get(id);
    if (own) own.push(valueOf(row));
    else groups.set(id, [valueOf(row)]);
  }
  return groups;
};
const byId = (rows: readonly HaloRow[]): Map<string, HaloRow> => new Map(rows.map((row) => [idOf(row) ?? "", row]));

/** What other tables hold of some texts. */
export async function tablesFor(json: JsonFile, kind: "post" | "sheet", ids: readonly string[]): Promise<Tables> {
  const rows = async (table: string, key: string, values: readonly string[]) =>
    (await json.where([table], key, values)).filter(isRow);
  const contents = await rows("contents", "id", ids);
  const wanted = contents
    .flatMap((row) => [idOf(row, "patchLogId"), idOf(row, "headPatchLogId")])
    .filter((id) => id !== null);
  const logs = await rows("content_patch_logs", "id", [...new Set(wanted)]);
  const bases = logs.flatMap((row) => (numberOf(row, "version") === 1 ? [] : (idOf(row, "postId") ?? [])));
  const first = (await rows("content_patch_logs", "postId", [...new Set(bases)])).filter(
    (row) => numberOf(row, "version") === 1,
  );
  const isPost = kind === "post";
  return {
    contents: byId(contents),
    logs: byId([...logs, ...first]),
    categories: grouped(isPost ? await rows("post_categories", "postId", ids) : [], "postId", (row) =>
      textOf(row, "categoryId"),
    ),
    tags: grouped(isPost ? await rows("post_tags", "postId", ids) : [], "postId", (row) => textOf(row, "tagId")),
    metas: grouped(await rows(isPost ? "post_metas" : "sheet_metas", "postId", ids), "postId", (row) => [
      textOf(row, "key"),
      textOf(row, "value"),
    ]),
  };
}

/** The first of these texts that is not empty. */
const firstOf = (...texts: string[]): string => texts.find((text) => text.trim() !== "") ?? "";

/** The text as written, and the HTML that was made of it; before 1.5, both stand in the row itself. */
function bodyOf(
  row: HaloRow,
  content: HaloRow,
  warnings: string[],
): Pick<TextRecord, "editorType" | "originalContent"> {
  const nested = isRow(row.content) ? row.content : {};
  const editorType = oneOf(row, "editorType", ["MARKDOWN", "RICHTEXT"]) ?? "MARKDOWN";
  const original = firstOf(
    textOf(content, "originalContent"),
    textOf(row, "originalContent"),
    textOf(nested, "originalContent"),
  );
  if (original !== "") return { editorType, originalContent: original };
  const html = firstOf(
    textOf(content, "content"),
    textOf(row, "formatContent"),
    textOf(nested, "content"),
    textOf(row, "content"),
  );
  if (html !== "" && editorType === "MARKDOWN")
    warnings.push("the file holds its HTML and not what was written; it is rich text here");
  return { editorType: html === "" ? editorType : "RICHTEXT", originalContent: html };
}

/** The text that was worked on when the file was written; null without one. */
function workingText(content: HaloRow, tables: Tables, warnings: string[]): string | null {
  const [published, head] = [idOf(content, "patchLogId"), idOf(content, "headPatchLogId")];
  if (head === null || head === published) return null;
  const log = tables.logs.get(head);
  const diff = log && textOf(log, "originalContentDiff");
  const base = [...tables.logs.values()].find(
    (row) => log && numberOf(row, "version") === 1 && idOf(row, "postId") === idOf(log, "postId"),
  );
  const text =
    log && diff !== undefined
      ? numberOf(log, "version") === 1
        ? diff
        : base && patched(textOf(base, "originalContentDiff"), diff)
      : null;
  if (text === null || text === undefined)
    warnings.push("changes that were not yet published could not be read; they are left out");
  return text ?? null;
}

/** Links of a text to other rows; those to missing ones are named. */
function known(ids: readonly string[], all: ReadonlySet<string>, what: string, warnings: string[]): string[] {
  const missing = ids.filter((id) => !all.has(id));
  if (missing.length > 0)
    warnings.push(`its ${what} ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not in the file`);
  return [...new Set(ids.filter((id) => all.has(id)))];
}

export type TextFacts = {
  /** How HTML is stored here. */
  as: ReadingChoices["as"];
  author: string | null;
  categories: ReadonlySet<string>;
  tags: ReadonlySet<string>;
  /** The password of a category. */
  lockOf(category: string): string;
  addresses(slug: string, id: string, time: Date | null): string[];
};

/**
 * What opens a post that Halo made private because of its category: whoever knew that one's password could read it there,
 * and here a private text is for its author alone unless it has one itself.
 */
function lockOf(categories: readonly string[], facts: TextFacts, warnings: string[]): string {
  const lock = categories.map((id) => facts.lockOf(id)).find((password) => password !== "") ?? "";
  if (lock !== "") warnings.push("it is private and in a locked category, whose password is its own here");
  return lock;
}

/** The post or sheet of a row, or why there is none. */
export function textRecord(
  kind: "post" | "sheet",
  row: HaloRow,
  id: string,
  tables: Tables,
  facts: TextFacts,
): TextRecord | string {
  const warnings: string[] = [];
  const content = tables.contents.get(id) ?? {};
  const body = bodyOf(row, content, warnings);
  if (body.originalContent.length > MAX_SOURCE) return "its text is longer than 2 MiB";
  const stored = body.editorType === "RICHTEXT" ? storedHtml(body.originalContent, facts.as, warnings) : body;
  const said = oneOf(row, "status", ["PUBLISHED", "DRAFT", "RECYCLE", "INTIMATE"]);
  if (said === null) warnings.push(`status "${textOf(row, "status")}" is not known; it is a draft`);
  const status = said ?? "DRAFT";
  const changed = workingText(content, tables, warnings);
  const latest =
    changed !== null && body.editorType === "RICHTEXT"
      ? storedHtml(changed, stored.editorType === "MARKDOWN" ? "markdown" : "richtext", [])
      : { editorType: body.editorType, originalContent: changed ?? "" };
  const isChanged = changed !== null && changed !== body.originalContent && changed.length <= MAX_SOURCE;
  const hasReaders = status === "PUBLISHED" || status === "INTIMATE";
  const categories = known(tables.categories.get(id) ?? [], facts.categories, "category", warnings);
  const createTime = timeOf(row, "createTime");
  const slug = textOf(row, "slug");
  return {
    kind,
    source: id,
    warnings,
    oldAddresses: slug === "" ? [] : facts.addresses(slug, id, createTime),
    title: textOf(row, "title"),
    slug,
    ...stored,
    // A draft has one text only: the latest.
    ...(isChanged && !hasReaders && latest),
    keptHtml: null,
    status,
    password: textOf(row, "password") || (status === "INTIMATE" ? lockOf(categories, facts, warnings) : ""),
    createTime,
    updateTime: timeOf(row, "updateTime"),
    editTime: timeOf(row, "editTime"),
    recycledTime: null,
    author: facts.author,
    authorName: null,
    summary: textOf(row, "summary"),
    thumbnail: textOf(row, "thumbnail"),
    topPriority: Math.trunc(numberOf(row, "topPriority")),
    disallowComment: flagOf(row, "disallowComment"),
    template: textOf(row, "template"),
    metaDescription: textOf(row, "metaDescription"),
    metaKeywords: textOf(row, "metaKeywords"),
    visits: countOf(row, "visits"),
    likes: countOf(row, "likes"),
    categories,
    tags: known(tables.tags.get(id) ?? [], facts.tags, "tag", warnings),
    metas: Object.fromEntries((tables.metas.get(id) ?? []).filter(([key]) => key !== "")),
    working: isChanged && hasReaders ? { ...latest, keptHtml: null } : null,
  };
}
