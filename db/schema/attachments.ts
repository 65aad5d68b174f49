import { id, index, instant, int, json, string, table, uniqueIndex } from "../dialect";
import { users } from "./users";

/** A smaller WebP of a picture; its width is also its name. */
export type Variant = { width: number; height: number; size: number };

export const attachments = table(
  "attachments",
  {
    id: id(),
    name: string().notNull(),
    team: string().notNull().default(""),
    /** What a picture shows, in words: proposed wherever it is put. */
    altText: string().notNull().default(""),
    caption: string().notNull().default(""),
    /** Year, month and a random part: the folder of its files and the middle of its address. Never changes. */
    folder: string().notNull(),
    /** The last part of its address, made of the first file's name. Never changes. */
    fileName: string().notNull(),
    /** The name of the current files within the folder; new at each replacement. */
    version: string().notNull(),
    mediaType: string().notNull(),
    suffix: string().notNull(),
    /** Bytes of the file that is served. */
    size: int().notNull(),
    /** Hexadecimal SHA-256 of the bytes that were sent. */
    digest: string().notNull(),
    width: int(),
    height: int(),
    /** A tiny blurred picture as a data URL. */
    placeholder: string().notNull().default(""),
    variants: json().$type<Variant[]>().notNull(),
    /** When and where a photograph was taken, read from its EXIF before that was removed. */
    takeTime: instant(),
    location: string().notNull().default(""),
    uploaderId: int().references(() => users.id, { onDelete: "set null" }),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [
    uniqueIndex("attachments_folder").on(t.folder),
    index("attachments_digest").on(t.digest),
    index("attachments_time").on(t.createTime, t.id),
    index("attachments_uploader").on(t.uploaderId, t.createTime),
    index("attachments_team").on(t.team),
  ],
);
