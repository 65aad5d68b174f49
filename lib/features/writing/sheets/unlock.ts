import { notFound } from "../../../core/errors";
import { query } from "../../../core/operation";
import { unlock } from "../guesses";
import { findSheet } from "./queries";
import { unlocked, unlocking } from "../schema";

/** Checks a protected sheet's password; returns the proofs that open it. */
export const unlockSheet = query("unlockSheet", {
  can: "read the site",
  input: unlocking,
  output: unlocked,
  reads: () => [],
  run: async ({ db, actor }, { slug, password }) => {
    const sheet = await findSheet(db, actor, "address", { slug });
    if (!sheet) throw notFound();
    return unlock(actor, `sheet:${sheet.id}`, sheet.locks, password);
  },
});
