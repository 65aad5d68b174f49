import { flag, id, index, instant, int, oneOf, string, table } from "../dialect";
import { users } from "./users";

/** Short notes without a title, newest first. */
export const journals = table(
  "journals",
  {
    id: id(),
    /** INTIMATE: for its author and editors only. */
    type: oneOf("INTIMATE", "PUBLIC").notNull(),
    authorId: int().references(() => users.id, { onDelete: "set null" }),
    keepRaw: flag().notNull().default(false),
    likes: int().notNull().default(0),
    /** The number of comments that readers see; updated by every change of comments. */
    commentCount: int().notNull().default(0),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
    sourceContent: string().notNull(),
    content: string().notNull(),
  },
  (t) => [
    index("journals_time").on(t.type, t.createTime, t.id),
    index("journals_author").on(t.authorId, t.createTime),
    index("journals_likes").on(t.likes, t.id),
  ],
);
