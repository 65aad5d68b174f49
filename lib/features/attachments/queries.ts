import { and, asc, count, desc, eq, getTableColumns, inArray, like, ne, not, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { aside, type Database, prepared } from "../../../db";
import { ordering } from "../../../db/expressions";
import { idsOnPage, inOrder } from "../../../db/pages";
import { attachments, users } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { notFound } from "../../core/errors";
import { noInput, sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import { matching } from "../../../db/keyword";
import { placeOf } from "../../text/uploads";
import { urlOf, variantUrl } from "../../services/files/names";
import { keptRows } from "../removals/kept";
import * as shape from "./schema";
import { checkComplete, isUsed } from "./used";
import { visibleTo } from "./visibility";

/** The most attachments in one request. */
const MOST_AT_ONCE = 1000;
/** The most teams in a list of them. */
const MOST_TEAMS = 1000;

const sortable = {
  id: attachments.id,
  name: attachments.name,
  size: attachments.size,
  createTime: attachments.createTime,
} satisfies Record<(typeof shape.attachmentSorts)[number], unknown>;
const columns = { ...getTableColumns(attachments), uploaderNickname: users.nickname, uploaderAvatar: users.avatar };

type Row = typeof attachments.$inferSelect & { uploaderNickname: string | null; uploaderAvatar: string | null };

/** Turns a row into an answer. */
function forAnswer(row: Row) {
  const variants = row.variants.map((variant) => ({ ...variant, url: variantUrl(row, variant.width) }));
  const url = urlOf(row);
  return {
    ...row,
    url,
    variants,
    thumbnailUrl: variants[0]?.url ?? (row.mediaType.startsWith("image/") ? url : ""),
    uploader:
      row.uploaderId === null
        ? null
        : { id: row.uploaderId, nickname: row.uploaderNickname ?? "", avatar: row.uploaderAvatar ?? "" },
  };
}

const rowsOf = (db: Database) =>
  db.select(columns).from(attachments).leftJoin(users, eq(users.id, attachments.uploaderId));

/** One attachment that this actor may see; refuses with `not_found`. */
export async function findAttachment(db: Database, actor: Actor, attachmentId: number) {
  const [row] = await rowsOf(db).where(and(eq(attachments.id, attachmentId), visibleTo(actor)));
  if (!row) throw notFound();
  return row;
}

/** One attachment as an answer. */
export const wholeAttachment = async (db: Database, actor: Actor, attachmentId: number) =>
  forAnswer(await findAttachment(db, actor, attachmentId));

/** `image` matches every type that begins with it, `image/png` itself only. */
function ofType(mediaType: string | undefined): SQL | undefined {
  if (mediaType === undefined) return undefined;
  const [main = "", kind = "*"] = mediaType.toLowerCase().split("/");
  // Letters only, so that it contains no wildcard.
  if (kind === "*" || kind === "")
    return /^[a-z]+$/.test(main) ? like(attachments.mediaType, `${main}/%`) : eq(attachments.mediaType, mediaType);
  return eq(attachments.mediaType, mediaType.toLowerCase());
}

type Selection = z.output<typeof shape.attachmentSelection>;

/** Whether every attachment is looked at. An author may have tens of thousands, and whether one is used takes several looks. */
const looksAtAll = ({ keyword, unused }: Selection): boolean => Boolean(keyword) || unused !== undefined;

/** The condition of a list and of everything that is done with all of it. */
async function selected(
  db: Database,
  actor: Actor,
  { keyword, mediaType, team, unused }: Selection,
): Promise<SQL | undefined> {
  const used = unused === undefined ? undefined : isUsed(db);
  if (used) await checkComplete(db);
  return and(
    visibleTo(actor),
    ofType(mediaType),
    team === undefined ? undefined : eq(attachments.team, team),
    keyword
      ? matching(
          keyword,
          attachments.name,
          attachments.fileName,
          attachments.altText,
          attachments.caption,
          attachments.team,
        )
      : undefined,
    used && (unused ? not(used) : used),
  );
}

/** Attachments, newest first: an author's own, or for editors all. */
export const listAttachments = query("listAttachments", {
  can: "upload files",
  input: shape.attachmentFilters,
  output: shape.attachmentPage,
  run: async ({ db, actor }, { page, size, sort, ...filters }) => {
    const where = await selected(db, actor, filters);
    const order = ordering(sortable, sortOrder(sort));
    const { ids, total } = await idsOnPage(db, attachments, {
      where,
      order: [...(order.length > 0 ? order : [desc(attachments.createTime)]), desc(attachments.id)],
      page,
      size,
      looksAtAll: looksAtAll(filters),
    });
    const rows = await rowsOf(db).where(inArray(attachments.id, ids));
    return { items: inOrder(rows, ids).map(forAnswer), total };
  },
});

/** The ids for "select all": the newest of a list, and their number. */
export const listAttachmentIds = query("listAttachmentIds", {
  can: "upload files",
  input: shape.attachmentSelection,
  output: shape.attachmentIds,
  run: async ({ db, actor }, filters) => {
    const where = await selected(db, actor, filters);
    const reader = looksAtAll(filters) ? aside(db, "dashboard") : db;
    const rows = await reader
      .select({ id: attachments.id })
      .from(attachments)
      .where(where)
      .orderBy(desc(attachments.createTime), desc(attachments.id))
      .limit(MOST_AT_ONCE);
    const [counted] = await reader.select({ total: count() }).from(attachments).where(where);
    return { ids: rows.map((row) => row.id), total: counted?.total ?? 0 };
  },
});

/** The attachment at an address that a record holds; null where none of this actor's is there. */
export const getAttachmentAt = query("getAttachmentAt", {
  can: "upload files",
  input: shape.attachmentAddress,
  output: shape.attachmentOrNone,
  run: async ({ db, actor }, { address }) => {
    const folder = placeOf(address)?.folder;
    if (folder === undefined) return null;
    const [row] = await rowsOf(db).where(and(eq(attachments.folder, folder), visibleTo(actor)));
    return row ? forAnswer(row) : null;
  },
});

/** One attachment. */
export const getAttachment = query("getAttachment", {
  can: "upload files",
  input: shape.attachmentRef,
  output: shape.attachment,
  run: ({ db, actor }, { attachmentId }) => wholeAttachment(db, actor, attachmentId),
});

/** The teams of attachments, by name; the first ones of very many. */
export const listAttachmentTeams = query("listAttachmentTeams", {
  can: "upload files",
  input: noInput,
  output: shape.teams,
  run: async ({ db, actor }) => {
    const rows = await aside(db, "dashboard")
      .selectDistinct({ team: attachments.team })
      .from(attachments)
      .where(and(visibleTo(actor), ne(attachments.team, "")))
      .orderBy(asc(attachments.team))
      .limit(MOST_TEAMS);
    return rows.map((row) => row.team);
  },
});

/** The file at an address: the current one, or a smaller version. */
export const getStoredFile = query("getStoredFile", {
  can: "read the site",
  input: shape.storedRef,
  output: shape.storedFile,
  run: async ({ db }, { folder, last }) => {
    const { version, fileName, mediaType, variants } = attachments;
    const [row] = await prepared(db, "stored-file", (on) =>
      on
        .select({ version, fileName, mediaType, variants })
        .from(attachments)
        .where(eq(attachments.folder, sql.placeholder("folder"))),
    ).execute({ folder });
    if (!row) throw notFound();
    const variantName = /^(\d{1,5})\.webp$/.exec(last)?.[1];
    const found = row.variants.find((each) => String(each.width) === variantName);
    // A text may name a width that a smaller replacement does not have.
    const original = last === row.fileName || (variantName !== undefined && row.mediaType.startsWith("image/"));
    if (!found && !original) throw notFound();
    return {
      path: `${folder}/${row.version}/${found ? `${found.width}.webp` : "original"}`,
      version: row.version,
      mediaType: found ? "image/webp" : row.mediaType,
      fileName: row.fileName,
      original: !found,
    };
  },
});

/** Every folder of an attachment's files, also of deleted ones that can be put back, for finding files without one. */
export const listStoredFolders = query("listStoredFolders", {
  can: "look after storage",
  input: noInput,
  output: shape.storedFolders,
  run: async ({ db }) => {
    const { folder, version } = attachments;
    const present = await db.select({ folder, version }).from(attachments);
    return [...present, ...(await keptRows(db, "attachment", attachments))].map(
      (row) => `${row.folder}/${row.version}`,
    );
  },
});
