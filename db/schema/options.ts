import { id, instant, string, table, uniqueIndex } from "../dialect";

export const options = table(
  "options",
  {
    id: id(),
    key: string().notNull(),
    type: string().$type<"CUSTOM" | "INTERNAL">().notNull(),
    value: string().notNull().default(""),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [uniqueIndex("options_key").on(t.key)],
);
