import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { Database } from "../../../../db";
import {
  comments,
  journals,
  oldAddresses,
  options,
  postRedirects,
  postRevisions,
  posts,
  sheetRedirects,
  sheetRevisions,
  sheets,
  users,
} from "../../../../db/schema";
import { isKnown, known } from "../../../core/settings";
import { type Part, parts } from "./columns";
import { batches, columnsNamed, columnsOf, type Row, rowsInOrder, rowsOf } from "./lines";
import type { Names } from "./names";
import { isShownWhole } from "../../../text/markdown/plain-source";
import { commentTargets, type Selection } from "./selection";
import { keptLines, textLines } from "./texts";

/** Rows and numbers that are read at once. */
const [ROWS, TARGETS] = [500, 100];

type Lines = AsyncGenerator<Row, void>;

const isBefore = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const all = (db: Database, part: Part, selection: Selection, where?: SQL): Lines =>
  rowsOf(db, part.table, columnsOf(part, selection), where);

/** Comments by the text that they stand below, each text's by number. */
async function* commentLines(db: Database, selection: Selection): Lines {
  const columns = columnsOf(parts.comments, selection);
  for (const { type, column, ids } of commentTargets(selection))
    for (const some of batches(ids, TARGETS)) {
      const target = comments[column];
      const seen = selection.isPublic ? eq(comments.visible, true) : undefined;
      const rows = await db
        .select({ id: comments.id })
        .from(comments)
        .where(and(eq(comments.targetType, type), inArray(target, some), seen))
        .orderBy(asc(target), asc(comments.id));
      yield* rowsInOrder(
        db,
        comments,
        columns,
        rows.map(({ id }) => id),
        ROWS,
      );
    }
}

/** The HTML of a journal or revision stands in its line only where it is not made of its source. */
async function* withoutMadeHtml(lines: Lines): Lines {
  for await (const row of lines) yield { ...row, content: row.keepRaw === true ? row.content : null };
}

async function* journalLines(db: Database, selection: Selection): Lines {
  const columns = columnsOf(parts.journals, selection);
  if (!selection.isPublic) return yield* withoutMadeHtml(rowsInOrder(db, journals, columns, selection.journals, ROWS));
  const shown = { ...columns, ...columnsNamed(journals, ["keepRaw", "content"]) };
  for await (const { keepRaw, content, ...row } of rowsInOrder(db, journals, shown, selection.journals, ROWS)) {
    // As with texts: a source may say more than visitors are shown.
    const isShown = keepRaw !== true && isShownWhole(String(row.sourceContent), String(content));
    yield { ...row, sourceContent: isShown ? row.sourceContent : content };
  }
}

/** A secret is never in an export; visitors read the public options and the owner's CUSTOM ones. */
async function* optionLines(db: Database, selection: Selection): Lines {
  const rows = await db.select(columnsOf(parts.options, selection)).from(options);
  const shown = (rows as Row[]).filter(({ key, type }) => {
    const name = String(key);
    if (isKnown(name)) return known(name).secret !== true && (!selection.isPublic || known(name).public);
    return !selection.isPublic || type === "CUSTOM";
  });
  yield* shown.sort((a, b) => isBefore(String(a.key), String(b.key)));
}

const texts = [
  { kind: "post", table: posts, revisions: postRevisions, redirects: postRedirects, part: parts.postRevisions },
  { kind: "sheet", table: sheets, revisions: sheetRevisions, redirects: sheetRedirects, part: parts.sheetRevisions },
] as const;

const withoutId = ({ id: _id, ...row }: Row): Row => row;

async function* revisionLines(db: Database, selection: Selection): Lines {
  if (selection.isPublic) return;
  for (const { kind, revisions, part } of texts) {
    const columns = columnsOf(part, selection);
    const chosen = kind === "post" ? selection.posts : selection.sheets;
    for (const some of batches(chosen, TARGETS)) {
      const rows = await db
        .select({ id: revisions.id })
        .from(revisions)
        .where(
          inArray(
            revisions.postId,
            some.map(({ id }) => id),
          ),
        )
        .orderBy(asc(revisions.postId), asc(revisions.id));
      for await (const row of withoutMadeHtml(
        rowsInOrder(
          db,
          revisions,
          columns,
          rows.map(({ id }) => id),
        ),
      ))
        yield { kind, ...withoutId(row) };
    }
  }
}

/** The numbers of the records that addresses of old sites lead to, of one kind. */
async function addressed(db: Database, kind: string): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: oldAddresses.recordId })
    .from(oldAddresses)
    .where(eq(oldAddresses.kind, kind))
    .orderBy(asc(oldAddresses.recordId));
  return rows.map(({ id }) => id);
}

/** Earlier addresses: slugs of texts here, and paths of sites that were imported. */
async function* redirectLines(db: Database, selection: Selection): Lines {
  for (const { kind, redirects } of texts)
    for (const some of batches(kind === "post" ? selection.posts : selection.sheets, TARGETS)) {
      const rows = await db
        .select()
        .from(redirects)
        .where(
          inArray(
            redirects.postId,
            some.map(({ id }) => id),
          ),
        );
      rows.sort((a, b) => a.postId - b.postId || isBefore(a.slug, b.slug));
      for (const { slug, postId } of rows) yield { kind, id: postId, slug };
    }
  const shown: Record<string, ReadonlySet<number>> = {
    post: new Set(selection.posts.map(({ id }) => id)),
    sheet: new Set(selection.sheets.map(({ id }) => id)),
    journal: new Set(selection.journals),
  };
  const kinds = await db.selectDistinct({ kind: oldAddresses.kind }).from(oldAddresses);
  for (const { kind } of kinds.sort((a, b) => isBefore(a.kind, b.kind))) {
    const ids = (await addressed(db, kind)).filter(
      (id) => !selection.isPublic || (shown[kind]?.has(id) ?? (kind === "category" || kind === "tag")),
    );
    for (const some of batches(ids, TARGETS)) {
      const rows = await db
        .select()
        .from(oldAddresses)
        .where(and(eq(oldAddresses.kind, kind), inArray(oldAddresses.recordId, some)));
      rows.sort((a, b) => a.recordId - b.recordId || isBefore(a.path, b.path));
      for (const { path, recordId } of rows) yield { kind, id: recordId, path };
    }
  }
}

/** Of the accounts, visitors know those that wrote what they read. */
async function* userLines(db: Database, selection: Selection): Lines {
  if (!selection.isPublic) return yield* all(db, parts.users, selection);
  const authors = new Set<number>();
  for (const { table, ids } of [
    { table: posts, ids: selection.posts.map(({ id }) => id) },
    { table: sheets, ids: selection.sheets.map(({ id }) => id) },
    { table: journals as unknown as typeof posts, ids: selection.journals },
  ])
    for (const some of batches(ids, ROWS))
      for (const { authorId } of await db
        .selectDistinct({ authorId: table.authorId })
        .from(table)
        .where(inArray(table.id, some)))
        if (authorId !== null) authors.add(authorId);
  for (const some of batches(
    [...authors].sort((a, b) => a - b),
    ROWS,
  ))
    yield* all(db, parts.users, selection, inArray(users.id, some));
}

/** What is known of the uploaded files, where visitors may read it: of those that the rest of the export names. */
export type NamedFiles = ReadonlySet<string> | null;

async function* attachmentLines(db: Database, selection: Selection, named: NamedFiles): Lines {
  for await (const row of all(db, parts.attachments, selection)) if (named?.has(String(row.folder)) ?? true) yield row;
}

async function* none(): Lines {}

/** The lines of each file below `data/`, by its name. */
export function dataFiles(db: Database, selection: Selection, names: Names, named: NamedFiles): [string, Lines][] {
  const plain = (part: Part) => all(db, part, selection);
  return [
    ["attachments", attachmentLines(db, selection, named)],
    ["categories", plain(parts.categories)],
    ["comments", commentLines(db, selection)],
    ["imports", selection.isPublic ? none() : plain(parts.imports)],
    ["journals", journalLines(db, selection)],
    ["kept", keptLines(db, selection)],
    ["links", plain(parts.links)],
    ["menus", plain(parts.menus)],
    ["options", optionLines(db, selection)],
    ["own-redirects", selection.isPublic ? none() : plain(parts.ownRedirects)],
    ["photos", plain(parts.photos)],
    ["redirects", redirectLines(db, selection)],
    ["revisions", revisionLines(db, selection)],
    ["tags", plain(parts.tags)],
    ["texts", textLines(db, selection, names)],
    ["users", userLines(db, selection)],
  ];
}
