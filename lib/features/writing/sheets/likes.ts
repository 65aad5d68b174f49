import { notFound } from "../../../core/errors";
import { query } from "../../../core/operation";
import { pendingLikes } from "../counters";
import { withPasswordCounted } from "../guesses";
import { like } from "../likes";
import { likes } from "../schema";
import { findSheet } from "./queries";
import * as shape from "./schema";
import { isLockedFor } from "../../visibility/texts";

/** Likes a sheet that a visitor can read; only counts in memory until the next flush. */
export const likeSheet = query("likeSheet", {
  can: "read the site",
  input: shape.sheetRef,
  output: likes,
  reads: () => [],
  run: async ({ db, actor }, { sheetId }) => {
    const sheet = await findSheet(db, actor, "address", { sheetId });
    if (!sheet) throw notFound();
    const { locked } = await withPasswordCounted(actor, `sheet:${sheetId}`, async () => ({
      locked: isLockedFor(actor, sheet, sheet.locks),
    }));
    if (locked) throw notFound();
    return like(actor, `sheet:${sheetId}`, sheet.likes + pendingLikes(`sheet:${sheetId}`));
  },
});
