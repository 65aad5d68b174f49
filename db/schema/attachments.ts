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
    /** `2026/11/` and a random part: where its files lie and the middle of its address, for good. */
    folder: string().notNull(),
    /** Last part of its address, made of the first file's name, for good. */
    fileName: string().notNull(),
    /** Names the files within the folder that are the present ones; new at each replacement. */
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
    /** When and where a photograph was taken, as its EXIF said before it was removed. */
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
  ],
);
