import { ownRedirects } from "../../../db/schema";
import { removable } from "../removals/removable";
import { forgetMissed, refuseCircles, refuseTaken, refuseTooMany } from "./storing";

export const redirectRemoval = removable({
  kind: "redirect",
  table: ownRedirects,
  can: "manage redirects",
  nameOf: ({ source }) => source,
  touches: () => ["redirects"],
  async requirePlace(db, row) {
    refuseTooMany(await db.$count(ownRedirects));
    await refuseTaken(db, row, row.id);
  },
  async settle(db, { source }) {
    await forgetMissed(db, source);
    await refuseCircles(db);
  },
});
