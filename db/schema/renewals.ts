import { flag, int, string, table } from "../dialect";

/** How far stored records have been brought to what this version of the program stores. */
export const renewals = table("renewals", {
  /** What is renewed: `references`, `texts`. */
  name: string().$type<"references" | "texts">().primaryKey(),
  version: int().notNull(),
  /** The table it has come to, and the last record there. */
  place: string().notNull(),
  reached: int().notNull(),
  done: flag().notNull(),
});
