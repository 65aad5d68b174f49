import { createHash } from "node:crypto";
import { id, instant, oneOf, string, table, uniqueIndex } from "../dialect";

/** What is kept of an address that wants no mails: SHA-256 of its small letters, in hexadecimal. */
export const markOfAddress = (email: string): string => createHash("sha256").update(email.toLowerCase()).digest("hex");

/** Addresses whose readers left a list of mails, each as its mark: a backup from before does not bring them back. */
export const withdrawals = table(
  "withdrawals",
  {
    id: id(),
    list: oneOf("posts", "replies").notNull(),
    mark: string().notNull(),
    createTime: instant().notNull(),
  },
  (t) => [uniqueIndex("withdrawals_mark").on(t.list, t.mark)],
);
