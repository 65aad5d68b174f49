import { flag, int, oneOf, string, table } from "../dialect";

/** How far stored records were converted to what this version of the program stores. */
export const renewals = table("renewals", {
  name: oneOf("references", "texts").primaryKey(),
  version: int().notNull(),
  /** The table being converted, and the last record done. */
  place: string().notNull(),
  reached: int().notNull(),
  done: flag().notNull(),
});
