import { z } from "zod";
import { id, text } from "../../core/fields";

/** The records that may lead to something on this site, in the order of answers: the table and the column of the title of each. */
export const records = {
  post: { table: "posts", title: "title" },
  sheet: { table: "sheets", title: "title" },
  journal: { table: "journals", title: "sourceContent" },
  category: { table: "categories", title: "name" },
  tag: { table: "tags", title: "name" },
  link: { table: "links", title: "name" },
  photo: { table: "photos", title: "name" },
  user: { table: "users", title: "nickname" },
  menu: { table: "menus", title: "name" },
  redirect: { table: "ownRedirects", title: "source" },
  option: { table: "options", title: "key" },
} as const;
export type RecordKind = keyof typeof records;
export const recordKinds = Object.keys(records) as [RecordKind, ...RecordKind[]];
export const recordKind = z.enum(recordKinds);

/** Records whose references are removed; no door leads there. */
export const recordBatch = z.strictObject({ kind: recordKind, recordIds: z.array(id) });

/** The picture whose texts are renewed. */
export const picturePayload = z.strictObject({ folder: text(64) });
