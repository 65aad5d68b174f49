import { bigId, bigInt, flag, id, index, instant, int, lower, oneOf, string, table, uniqueIndex } from "../dialect";
import { journals } from "./journals";
import { posts } from "./posts";
import { sheets } from "./sheets";
import { users } from "./users";

/** Comments on posts, sheets and journals; exactly one of the columns that name a target is set. */
export const comments = table(
  "comments",
  {
    id: bigId(),
    targetType: oneOf("POST", "SHEET", "JOURNAL").notNull(),
    postId: int().references(() => posts.id, { onDelete: "cascade" }),
    sheetId: int().references(() => sheets.id, { onDelete: "cascade" }),
    journalId: int().references(() => journals.id, { onDelete: "cascade" }),
    /** Not a foreign key: a chain of replies may be longer than a database follows a cascade. */
    parentId: bigInt(),
    /** The first comment of its conversation; null for that one itself. */
    rootId: bigInt(),
    status: oneOf("AUDITING", "PUBLISHED", "RECYCLE").notNull(),
    /** Marked as spam, by people or by a rule; in the recycle bin only. */
    spam: flag().notNull().default(false),
    /** Whether readers see it: it and every comment above it are PUBLISHED. */
    visible: flag().notNull(),
    /** Whether the author it replies to was notified, or did not ask for that; nobody is notified twice. */
    notified: flag("announced").notNull().default(false),
    /** Written by a member of staff. */
    isAdmin: flag().notNull().default(false),
    userId: int().references(() => users.id, { onDelete: "set null" }),
    author: string().notNull(),
    email: string().notNull().default(""),
    authorUrl: string().notNull().default(""),
    allowNotification: flag().notNull().default(false),
    ipAddress: string(),
    /** The network of the address, which limits and moderation count by. */
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
    // Those of one post by time, for its feed: below most posts are few among all that strangers have written.
    index("comments_post_time").on(t.postId, t.visible, t.createTime, t.id),
    index("comments_sheet").on(t.sheetId, t.visible, t.parentId, t.createTime, t.id),
    index("comments_journal").on(t.journalId, t.visible, t.parentId, t.createTime, t.id),
    index("comments_root").on(t.rootId, t.createTime),
    index("comments_status").on(t.targetType, t.status, t.createTime, t.id),
    index("comments_state").on(t.status, t.spam, t.createTime, t.id),
    index("comments_latest").on(t.createTime, t.id),
    index("comments_time").on(t.targetType, t.createTime, t.id),
    // Somebody's own, who may ask for them as often as they like.
    index("comments_user").on(t.userId, t.createTime, t.id),
    index("comments_network").on(t.network, t.createTime),
    // Whether a network's comments were ever approved, however many of them were not.
    index("comments_network_status").on(t.network, t.status),
    // Those without an address are told apart by their network.
    index("comments_email").on(lower(t.email), t.network),
  ],
);

/** Addresses to which mails about replies were asked for, in small letters; anybody can enter somebody else's. */
export const replyAddresses = table("reply_addresses", {
  email: string().primaryKey(),
  /** Whether whoever reads its mail has agreed. */
  confirmed: flag().notNull().default(false),
  /** When it was last asked. */
  askedTime: instant().notNull(),
});

/** Whose comments are refused: an address, a network, an e-mail address or the host of one. */
export const commentBlocks = table(
  "comment_blocks",
  {
    id: id(),
    kind: oneOf("ADDRESS", "NETWORK", "EMAIL", "EMAIL_HOST").notNull(),
    /** In one spelling, so that it is found by equality. */
    value: string().notNull(),
    reason: string().notNull().default(""),
    /** Who blocked it. */
    userId: int().references(() => users.id, { onDelete: "set null" }),
    createTime: instant().notNull(),
  },
  (t) => [uniqueIndex("comment_blocks_value").on(t.value)],
);
