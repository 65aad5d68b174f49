import { id, instant, string, table, uniqueIndex } from "../dialect";

/**
 * Addresses whose readers left a list of mails: a backup from before does not bring them back. Only a digest of each is
 * kept (`markOfAddress` in `lib/services/mail/withdrawals.ts`).
 */
export const withdrawals = table(
  "withdrawals",
  {
    id: id(),
    list: string().$type<"posts" | "replies">().notNull(),
    mark: string().notNull(),
    createTime: instant().notNull(),
  },
  (t) => [uniqueIndex("withdrawals_mark").on(t.list, t.mark)],
);
