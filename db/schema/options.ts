import { id, instant, oneOf, string, table, uniqueIndex } from "../dialect";

export const options = table(
  "options",
  {
    id: id(),
    key: string().notNull(),
    type: oneOf("CUSTOM", "INTERNAL").notNull(),
    value: string().notNull().default(""),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [uniqueIndex("options_key").on(t.key)],
);

/** A mark made with the site's key, by which a lost or foreign key is noticed before it is used. */
export const keyMarks = table("key_marks", { id: id(), mark: string().notNull(), createTime: instant().notNull() });
