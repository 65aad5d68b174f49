import { z } from "zod";
import { importKinds, offeringChoices, recordKinds } from "../kinds-schema";
import type { ForeignRecord } from "../records";

/** The longest HTML of one text, and one character more, by which the writer sees that a text is too long. */
const LONGEST_TEXT = 4 * 1024 * 1024 + 1;
/** The longest of everything else, in characters: longer than any field here, which the writer cuts or refuses. */
const LONGEST_WORDS = 64 * 1024;
/** The longest identifier: longer ones fit into no index. */
export const LONGEST_SOURCE = 500;
/** Old addresses of one record, and remarks about it. */
export const [MOST_ADDRESSES, LONGEST_ADDRESS, MOST_WARNINGS, LONGEST_WARNING] = [1000, 2000, 50, 2000];

const words = z.string().max(LONGEST_WORDS);
const text = z.string().max(LONGEST_TEXT);
const source = z.string().max(LONGEST_SOURCE);
const time = z.date().nullable();
const number = z.number();
const many = z.array(words).max(10_000);

const kind = z.enum(recordKinds);
const key = z.strictObject({ kind, source: words });
const offer = z.strictObject({ choice: z.enum(offeringChoices), name: words });
const editorType = z.enum(["MARKDOWN", "RICHTEXT"]);

const exported = z.strictObject({
  columns: z.record(words, z.union([text, number, z.boolean(), z.date(), z.null()])),
  references: z.record(words, key.nullable()),
  slugs: many.optional(),
  revisions: z
    .array(
      z.strictObject({
        version: number,
        title: words,
        editorType,
        author: words.nullable(),
        createTime: z.date(),
        originalContent: text,
        keptHtml: text.nullable(),
      }),
    )
    .max(10_000)
    .optional(),
  metas: z
    .array(z.tuple([words, text]))
    .max(10_000)
    .optional(),
});

const common = {
  source,
  warnings: z.array(z.string().max(LONGEST_WARNING)).max(MOST_WARNINGS),
  oldAddresses: z.array(z.string().max(LONGEST_ADDRESS)).max(MOST_ADDRESSES),
  linkedAs: many.optional(),
  hash: words.optional(),
  exported: exported.optional(),
};

const body = { editorType, originalContent: text, keptHtml: text.nullable() };

const textFields = {
  ...common,
  ...body,
  base: words.optional(),
  unsaid: z
    .array(
      z.enum([
        "status",
        "slug",
        "createTime",
        "summary",
        "thumbnail",
        "password",
        "topPriority",
        "disallowComment",
        "tags",
        "categories",
      ]),
    )
    .optional(),
  slugFrom: z.enum(["file name", "title"]).optional(),
  title: words,
  slug: words,
  status: z.enum(["PUBLISHED", "DRAFT", "INTIMATE", "RECYCLE"]),
  password: words,
  createTime: time,
  updateTime: time,
  editTime: time,
  recycledTime: time,
  author: words.nullable(),
  authorName: words.nullable(),
  summary: words,
  thumbnail: words,
  topPriority: number,
  disallowComment: z.boolean(),
  template: words,
  metaDescription: words,
  metaKeywords: words,
  visits: number,
  likes: number,
  categories: many,
  tags: many,
  metas: z.record(words, text),
  working: z.strictObject(body).nullable(),
};

type RecordOf<K, R = ForeignRecord> = R extends { kind: infer Kind } ? (K extends Kind ? R : never) : never;
/** Names every field of each kind of record: one whose field has no shape would be refused. */
type Shapes = { [K in ForeignRecord["kind"]]: z.ZodObject<Record<keyof RecordOf<K>, z.ZodType>> };

/** The shape of each kind of record; `unread` is what a reader left out, and why. */
export const recordShapes = {
  user: z.strictObject({
    ...common,
    kind: z.literal("user"),
    username: words,
    nickname: words,
    email: words,
    role: z.enum(["EDITOR", "AUTHOR", "SUBSCRIBER"]),
    description: words,
    url: words,
    avatar: words,
    suspended: z.boolean(),
    passwordHash: words.nullable(),
    totpKey: words.nullable(),
    createTime: time,
  }),
  category: z.strictObject({
    ...common,
    kind: z.literal("category"),
    name: words,
    slug: words,
    description: words,
    parent: words.nullable(),
    thumbnail: words,
    password: words,
    priority: number.optional(),
  }),
  tag: z.strictObject({ ...common, kind: z.literal("tag"), name: words, slug: words, color: words, thumbnail: words }),
  attachment: z.strictObject({
    ...common,
    kind: z.literal("attachment"),
    name: words,
    address: words,
    altText: words,
    caption: words,
    team: words,
    createTime: time,
  }),
  post: z.strictObject({ ...textFields, kind: z.literal("post") }),
  sheet: z.strictObject({ ...textFields, kind: z.literal("sheet") }),
  comment: z.strictObject({
    ...common,
    kind: z.literal("comment"),
    target: z.strictObject({ kind: z.enum(["post", "sheet", "journal"]), source: words }),
    parent: words.nullable(),
    status: z.enum(["PUBLISHED", "AUDITING", "RECYCLE"]),
    user: words.nullable(),
    isAdmin: z.boolean(),
    author: words,
    email: words,
    authorUrl: words,
    ipAddress: words,
    userAgent: words,
    createTime: time,
    content: text,
  }),
  journal: z.strictObject({
    ...common,
    kind: z.literal("journal"),
    originalContent: text,
    keptHtml: text.nullable(),
    visibility: z.enum(["PUBLIC", "INTIMATE"]),
    likes: number,
    createTime: time,
  }),
  link: z.strictObject({
    ...common,
    kind: z.literal("link"),
    name: words,
    url: words,
    logo: words,
    description: words,
    team: words,
  }),
  photo: z.strictObject({
    ...common,
    kind: z.literal("photo"),
    name: words,
    description: words,
    url: words,
    thumbnail: words,
    location: words,
    team: words,
    takeTime: time,
    likes: number,
  }),
  menu: z.strictObject({
    ...common,
    kind: z.literal("menu"),
    name: words,
    parent: words.nullable(),
    target: z.union([key, z.strictObject({ address: words })]),
    newWindow: z.boolean(),
    icon: words,
    ifNone: z.boolean().optional(),
  }),
  redirect: z.strictObject({
    ...common,
    kind: z.literal("redirect"),
    from: words,
    below: z.boolean(),
    to: words,
    status: number,
  }),
  option: z.strictObject({
    ...common,
    kind: z.literal("option"),
    option: words,
    value: z.union([text, number, z.boolean()]),
  }),
} as const satisfies Shapes;

const aboutUnread = { kind, source, title: words, warnings: common.warnings };
export const unreadShape = z.union([
  z.strictObject({ ...aboutUnread, skipped: words }),
  z.strictObject({ ...aboutUnread, failed: words }),
]);

/** What the process that reads a source says of it. */
export const sourceFacts = z.strictObject({
  site: words.nullable(),
  hosts: z.strictObject({ site: many, files: many }),
  version: words.nullable(),
  total: z.int().min(0),
  exportTime: time,
  hasMedia: z.boolean(),
});
export type SourceFacts = z.output<typeof sourceFacts>;

/** The next records of a source, as a list of what `recordShapes` are for; how it ended, at its end. */
export const someRecords = z.strictObject({
  records: z.array(z.unknown()).max(1000),
  isDone: z.boolean(),
  /** The file ends too early. */
  end: z.strictObject({ byte: number, lastRecord: key.nullable(), more: words }).nullable(),
});
export type SomeRecords = z.output<typeof someRecords>;

export const [MOST_LEFT, MOST_SUGGESTIONS] = [1001, 100];
export const sourceRemains = z.strictObject({
  left: z
    .array(
      z.strictObject({ what: words, kind: kind.nullable(), count: z.number(), why: words, offer: offer.optional() }),
    )
    .max(MOST_LEFT),
  suggestions: z.array(z.strictObject({ option: words, value: words, why: words })).max(MOST_SUGGESTIONS),
});

export const foundFile = z.strictObject({ name: words, size: z.number().min(0) }).nullable();
export const fileNumber = z.int();
/** Bytes of a file; null at its end. */
export const filePiece = z.instanceof(Uint8Array).nullable();
export const sourceKind = z.enum(importKinds);
/** The record that was read last. */
export const readingAt = z.strictObject({ kind, source, title: words });
export type ReadingAt = z.output<typeof readingAt>;
