import { ownRedirects } from "../../../db/schema";
import { someAtOnce } from "../../core/at-once";
import { removable } from "../removals/removable";
import { forgetMissed, refuseCircles, refuseTaken, refuseTooMany } from "./storing";

export const redirectRemoval = removable({
  kind: "redirect",
  table: ownRedirects,
  can: "manage redirects",
  nameOf: ({ source }) => source,
  touches: () => ["redirects"],
  requirePlace: (db, row) => refuseTaken(db, row, row.id),
  async settle(db, rows) {
    refuseTooMany((await db.$count(ownRedirects)) - 1);
    await someAtOnce(rows, ({ source }) => forgetMissed(db, source));
    await refuseCircles(db);
  },
});
