import { bigId, bigInt, flag, index, instant, int, lower, string, table } from "../dialect";
import { journals } from "./journals";
import { posts } from "./posts";
import { sheets } from "./sheets";
import { users } from "./users";

/** Comments on everything that takes them; exactly one of the columns that name a target is set. */
export const comments = table(
  "comments",
  {
    id: bigId(),
    targetType: string().$type<"POST" | "SHEET" | "JOURNAL">().notNull(),
    postId: int().references(() => posts.id, { onDelete: "cascade" }),
    sheetId: int().references(() => sheets.id, { onDelete: "cascade" }),
    journalId: int().references(() => journals.id, { onDelete: "cascade" }),
    /** No reference: a chain of replies may be longer than a database follows a cascade. */
    parentId: bigInt(),
    /** The comment its conversation begins with; null for that one itself. */
    rootId: bigInt(),
    status: string().$type<"AUDITING" | "PUBLISHED" | "RECYCLE">().notNull(),
    /** Readers see it: it is PUBLISHED, and so is every comment above it. */
    visible: flag().notNull(),
    /** Whoever it replies to was told of it, or needed not to be: nobody is told twice. */
    notified: flag("announced").notNull().default(false),
    /** Written by somebody who works on this site. */
    isAdmin: flag().notNull().default(false),
    userId: int().references(() => users.id, { onDelete: "set null" }),
    author: string().notNull(),
    email: string().notNull().default(""),
    authorUrl: string().notNull().default(""),
    allowNotification: flag().notNull().default(false),
    ipAddress: string(),
    /** Whom the address stands for, as limits and moderation see it. */
    network: string().notNull(),
    userAgent: string(),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
    /** As written. */
    content: string().notNull(),
    /** Rendered and sanitised. */
    html: string().notNull(),
  },
  (t) => [
    index("comments_post").on(t.postId, t.visible, t.parentId, t.createTime, t.id),
    index("comments_sheet").on(t.sheetId, t.visible, t.parentId, t.createTime, t.id),
    index("comments_journal").on(t.journalId, t.visible, t.parentId, t.createTime, t.id),
    index("comments_root").on(t.rootId, t.createTime),
    index("comments_status").on(t.targetType, t.status, t.createTime, t.id),
    index("comments_time").on(t.targetType, t.createTime, t.id),
    index("comments_network").on(t.network, t.createTime),
    index("comments_email").on(lower(t.email)),
  ],
);
