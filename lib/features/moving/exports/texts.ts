import { asc, eq, inArray, or } from "drizzle-orm";
import type { Database } from "../../../../db";
import { postMetas, posts, postTags, sheetMetas, sheets } from "../../../../db/schema";
import { textColumns } from "./columns";
import { type Value, withFrontMatter } from "./front-matter";
import { batches, columnsNamed, type Row, rowsInOrder, rowsWith } from "./lines";
import type { Names } from "./names";
import { isShownWhole } from "../../../text/markdown/plain-source";
import type { Selection } from "./selection";
import type { Chosen } from "./file-names";

type TextKind = "post" | "sheet";
const tableOf = { post: posts, sheet: sheets };
const metasOf = { post: postMetas, sheet: sheetMetas };

const textsOf = (selection: Selection, kind: TextKind): Chosen[] =>
  kind === "post" ? selection.posts : selection.sheets;

/** The own fields of some texts, by name. */
async function readMetas(
  db: Database,
  kind: TextKind,
  ids: readonly number[],
): Promise<Map<number, Map<string, string>>> {
  const table = metasOf[kind];
  const rows = await db
    .select()
    .from(table)
    .where(inArray(table.postId, [...ids]));
  const found = new Map<number, Map<string, string>>();
  // Sorted here, since each engine has an order of its own.
  for (const { postId, key, value } of rows.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const metas = found.get(postId) ?? new Map<string, string>();
    found.set(postId, metas.set(key, value));
  }
  return found;
}

/** The tags of some posts, by their places. */
async function readTags(db: Database, ids: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .select({ postId: postTags.postId, tagId: postTags.tagId })
    .from(postTags)
    .where(inArray(postTags.postId, [...ids]))
    .orderBy(asc(postTags.postId), asc(postTags.position), asc(postTags.tagId));
  const found = new Map<number, number[]>();
  for (const { postId, tagId } of rows) found.set(postId, [...(found.get(postId) ?? []), tagId]);
  return found;
}

const isPlainlyShown = (row: Row): boolean =>
  row.editorType === "MARKDOWN" &&
  row.keepRaw === false &&
  isShownWhole(String(row.originalContent), String(row.content));

/** What visitors read of a text: its source, or where that may say more, the HTML that they are shown. */
function publicBody(row: Row): { editor: string; body: string } {
  return isPlainlyShown(row)
    ? { editor: "MARKDOWN", body: String(row.originalContent) }
    : { editor: "RICHTEXT", body: String(row.content) };
}

const orNone = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const listOrNone = (list: readonly string[]): readonly string[] | null => (list.length > 0 ? list : null);

function workingOf(row: Row): ReadonlyMap<string, string | boolean> | null {
  if (row.workingOriginalContent === null) return null;
  return new Map<string, string | boolean>([
    ["editor", String(row.workingEditorType ?? row.editorType)],
    ["keepRaw", row.workingKeepRaw === true],
    ["text", typeof row.workingOriginalContent === "string" ? row.workingOriginalContent : ""],
  ]);
}

type Joined = { categories: readonly number[]; tags: readonly number[]; metas: Map<string, string> | undefined };

/** A text as a file. */
function textFile(row: Row, { categories, tags, metas }: Joined, names: Names, { isPublic }: Selection): string {
  const shown = isPublic ? publicBody(row) : { editor: String(row.editorType), body: String(row.originalContent) };
  const fields: [string, Value | null][] = [
    ["title", String(row.title)],
    ["date", row.createTime as Date],
    ["updated", row.editTime as Date],
    ["slug", String(row.slug)],
    ["status", String(row.status)],
    ["draft", row.status !== "PUBLISHED"],
    ["id", Number(row.id)],
    ["author", row.authorId === null ? null : (names.users.get(Number(row.authorId)) ?? null)],
    ["categories", listOrNone(categories.flatMap((id) => names.categories.get(id) ?? []))],
    ["tags", listOrNone(tags.flatMap((id) => names.tags.get(id) ?? []))],
    ["summary", orNone(row.summary)],
    ["cover", orNone(row.thumbnail)],
    ["password", isPublic ? null : orNone(row.password)],
    ["pinned", row.topPriority === 0 ? null : Number(row.topPriority)],
    ["comments", row.disallowComment !== true],
    ["template", orNone(row.template)],
    ["language", orNone(row.language)],
    ["translationOf", orNone(row.translationOf)],
    ["description", orNone(row.metaDescription)],
    ["keywords", orNone(row.metaKeywords)],
    ["editor", shown.editor],
    ["keepRaw", row.keepRaw === true && !isPublic ? true : null],
    ["visits", Number(row.visits)],
    ["likes", Number(row.likes)],
    ["metas", metas && metas.size > 0 ? metas : null],
    ["working", isPublic ? null : workingOf(row)],
  ];
  return withFrontMatter(fields, shown.body);
}

/** Every chosen text of a kind as a file, by the name of its file. */
export async function* textFiles(
  db: Database,
  selection: Selection,
  kind: TextKind,
  names: Names,
): AsyncGenerator<{ path: string; text: string }> {
  const { isPublic } = selection;
  const table = tableOf[kind];
  const wanted = textColumns.frontMatter.filter((name) => !isPublic || !/^working|^password$/.test(name));
  const columns = columnsNamed(table, [...wanted, ...(isPublic ? ["content"] : [])]);
  const chosen = textsOf(selection, kind).toSorted((a, b) => (a.file < b.file ? -1 : 1));
  for (const some of batches(chosen)) {
    const ids = some.map(({ id }) => id);
    const rows = await rowsWith(db, table, columns, ids);
    const metas = await readMetas(db, kind, ids);
    const tags = kind === "post" ? await readTags(db, ids) : new Map<number, number[]>();
    for (const [index, row] of rows.entries()) {
      const id = Number(row.id);
      const categories = kind === "post" ? (names.categoriesOfPosts.get(id) ?? []) : [];
      const joined = { categories, tags: tags.get(id) ?? [], metas: metas.get(id) };
      yield { path: `${kind}s/${some[index]?.file}`, text: textFile(row, joined, names, selection) };
    }
  }
}

/** What front matter does not say of the texts, and by which file each is found. */
export async function* textLines(db: Database, selection: Selection, names: Names): AsyncGenerator<Row> {
  for (const kind of ["post", "sheet"] as const) {
    const columns = columnsNamed(tableOf[kind], selection.isPublic ? ["id", "authorId"] : textColumns.lines);
    for (const some of batches(textsOf(selection, kind), 500)) {
      const ids = some.map(({ id }) => id);
      const tags = kind === "post" ? await readTags(db, ids) : null;
      for (const [index, row] of (await rowsWith(db, tableOf[kind], columns, ids)).entries()) {
        const id = Number(row.id);
        const { id: _id, ...rest } = row;
        const joined = tags && { categoryIds: names.categoriesOfPosts.get(id) ?? [], tagIds: tags.get(id) ?? [] };
        yield { kind, id, file: `${kind}s/${some[index]?.file}`, ...rest, ...joined };
      }
    }
  }
}

/** The HTML of texts that is shown as it is, instead of what is made of their source. */
export async function* keptLines(db: Database, { isPublic }: Selection): AsyncGenerator<Row> {
  if (isPublic) return;
  for (const kind of ["post", "sheet"] as const) {
    const table = tableOf[kind];
    const raw = or(eq(table.keepRaw, true), eq(table.workingKeepRaw, true));
    const ids = (await db.select({ id: table.id }).from(table).where(raw).orderBy(asc(table.id))).map(({ id }) => id);
    for await (const row of rowsInOrder(db, table, columnsNamed(table, textColumns.kept), ids))
      yield {
        kind,
        id: row.id,
        content: row.keepRaw === true ? row.content : null,
        workingContent: row.workingKeepRaw === true ? row.workingContent : null,
      };
  }
}
