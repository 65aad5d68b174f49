import { getTableColumns, type Table } from "drizzle-orm";
import * as schema from "../../../../db/schema";

/** Why something is in no export; said in the manifest for whole tables. */
const [secret, derived, byOthers] = [
  "a secret of this site",
  "made anew from the rest",
  "said by other lines of the export",
] as const;

type Name<T extends Table> = Extract<keyof T["$inferSelect"], string>;

/** What an export holds of a table. A column that is not named is in it. */
export type Part = {
  table: Table;
  /** Left out, each with the reason. */
  without: Readonly<Record<string, string>>;
  /** About people who wrote here, only where the export was asked for it. */
  personal: readonly string[];
  /** What visitors read; the rest is in no public export. */
  visitors: readonly string[];
};

const part = <T extends Table>(
  table: T,
  given: { without?: Partial<Record<Name<T>, string>>; personal?: readonly Name<T>[]; visitors: readonly Name<T>[] },
): Part => ({ table, without: {}, personal: [], ...(given as Partial<Part> & Pick<Part, "visitors">) });

/** The columns of posts and sheets that stand in front matter and in `kept.jsonl`, and those in no export. */
const elsewhere = {
  frontMatter: [
    "id",
    "title",
    "slug",
    "status",
    "createTime",
    "editTime",
    "topPriority",
    "authorId",
    "editorType",
    "password",
    "template",
    "language",
    "translationOf",
    "thumbnail",
    "disallowComment",
    "keepRaw",
    "visits",
    "likes",
    "metaDescription",
    "metaKeywords",
    "summary",
    "originalContent",
    "workingOriginalContent",
    "workingKeepRaw",
    "workingEditorType",
  ],
  kept: ["id", "keepRaw", "content", "workingKeepRaw", "workingContent"],
  without: { commentCount: derived, wordCount: derived, excerpt: derived, toc: derived, plainText: derived },
} as const;

/** All others stand in `texts.jsonl` and come back from there as they were, so that a new column is moved as well. */
const others = Object.keys(getTableColumns(schema.posts)).filter(
  (name) =>
    !(elsewhere.frontMatter as readonly string[]).includes(name) &&
    !(elsewhere.kept as readonly string[]).includes(name) &&
    !(name in elsewhere.without),
);

export const textColumns = { ...elsewhere, others, lines: ["id", "authorId", ...others] };

const inOrder = "revisions are known by their text and their order";

const ownImport = "what an import made stands in the rest";

/** The parts of the content, by the file below `data/` that holds them. */
export const parts = {
  attachments: part(schema.attachments, {
    without: { placeholder: derived, variants: derived },
    visitors: ["id", "name", "altText", "caption", "folder", "fileName", "version", "mediaType", "suffix", "size"],
  }),
  categories: part(schema.categories, {
    visitors: ["id", "name", "slug", "description", "parentId", "priority", "thumbnail"],
  }),
  comments: part(schema.comments, {
    without: {
      rootId: derived,
      visible: derived,
      html: derived,
      allowNotification: "a move writes to nobody who commented years ago",
    },
    personal: ["ipAddress", "network", "userAgent"],
    visitors: [
      "id",
      "targetType",
      "postId",
      "sheetId",
      "journalId",
      "parentId",
      "status",
      "isAdmin",
      "author",
      "authorUrl",
      "createTime",
      "content",
    ],
  }),
  journals: part(schema.journals, {
    without: { commentCount: derived },
    visitors: ["id", "type", "authorId", "likes", "createTime", "sourceContent"],
  }),
  links: part(schema.links, {
    visitors: ["id", "name", "url", "description", "logo", "priority", "team"],
  }),
  menus: part(schema.menus, { visitors: ["id", "name", "url", "parentId", "priority", "target", "icon"] }),
  options: part(schema.options, {
    without: { id: "options are known by their key" },
    visitors: ["key", "type", "value"],
  }),
  photos: part(schema.photos, {
    visitors: [
      "id",
      "name",
      "thumbnail",
      "url",
      "description",
      "location",
      "takeTime",
      "team",
      "priority",
      "likes",
      "createTime",
    ],
  }),
  imports: part(schema.imports, {
    without: {
      resumed: ownImport,
      authorId: ownImport,
      choices: "paths of this machine",
      progressDone: ownImport,
      progressTotal: ownImport,
      counts: ownImport,
      left: ownImport,
      suggestions: ownImport,
      made: ownImport,
      kept: ownImport,
      error: ownImport,
      cancelWanted: ownImport,
      jobId: ownImport,
      leaseOwner: ownImport,
      leaseUntil: ownImport,
      machine: ownImport,
      processId: ownImport,
      processStart: ownImport,
    },
    visitors: [],
  }),
  tags: part(schema.tags, { visitors: ["id", "name", "slug", "thumbnail", "color", "series"] }),
  users: part(schema.users, {
    without: { passwordHash: secret, mfaType: secret, mfaKey: secret, lastTotpStep: secret },
    visitors: ["id", "nickname", "avatar"],
  }),
  postRevisions: part(schema.postRevisions, { without: { id: inOrder }, visitors: [] }),
  sheetRevisions: part(schema.sheetRevisions, { without: { id: inOrder }, visitors: [] }),
  oldAddresses: part(schema.oldAddresses, {
    without: { origin: ownImport, importId: ownImport },
    visitors: ["path", "kind", "recordId"],
  }),
  ownRedirects: part(schema.ownRedirects, { visitors: [] }),
  postRedirects: part(schema.postRedirects, { visitors: ["slug", "postId"] }),
  sheetRedirects: part(schema.sheetRedirects, { visitors: ["slug", "postId"] }),
} satisfies Record<string, Part>;

/** Tables whose rows stand in the lines or the front matter of others. */
export const joinedTables = ["posts", "sheets", "postCategories", "postTags", "postMetas", "sheetMetas"] as const;

/** Tables that no export holds, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  announced: "what webhooks were told",
  backupSlots: "when the last backup was due",
  codes: secret,
  commentBlocks: "addresses of people whose comments are refused",
  replyAddresses: "addresses of people who agreed to mails of this site",
  counters: "what strangers did in the last minutes",
  dailyReferrers: "the statistics of single days",
  dailyViews: "the statistics of single days; the visits of each text are in it",
  events: "the audit log",
  followers: "addresses of people who agreed to mails of this site; their list has a table of its own",
  idempotencyKeys: secret,
  importedFiles: "the memory of imports is of this site",
  keptFiles: "which server has which backup",
  importMemory: "the memory of imports is of this site",
  importRecords: "the memory of imports is of this site",
  invitations: secret,
  jobs: "work of this server",
  keyMarks: secret,
  mailings: "what followers of this site were mailed",
  missedAddresses: "what strangers asked for in vain; it is counted anew",
  recentViews: derived,
  recoveryCodes: secret,
  references: byOthers,
  registrationCodes: secret,
  removedParts: "what was deleted",
  removedRecords: "what was deleted",
  renewals: "work of this server",
  sessions: secret,
  tokens: secret,
  webhookDeliveries: "what webhooks were told",
  webhooks: secret,
  withdrawals: "addresses of people who want no mails of this site",
};

/** Of posts and sheets, the columns that stand in `texts.jsonl`. */
export const textPart: Part = {
  table: schema.posts,
  without: Object.fromEntries(
    Object.keys(getTableColumns(schema.posts))
      .filter((name) => !textColumns.lines.includes(name))
      .map((name) => [name, byOthers]),
  ),
  personal: [],
  visitors: ["id", "authorId"],
};
