import { publish } from "../../core/events";
import { query } from "../../core/operation";
import { like } from "../writing/likes";
import { likes } from "../writing/schema";
import { findJournal } from "./queries";
import * as shape from "./schema";

/** Likes a journal that a visitor can read; only counts in memory until the next flush. */
export const likeJournal = query("likeJournal", {
  can: "read the site",
  input: shape.journalRef,
  output: likes,
  run: async ({ db, actor }, { id }) => {
    const before = await findJournal(db, actor, "address", id);
    const after = await like(actor, `journal:${id}`, before.likes);
    // The visitor sees the page again next.
    if (after.likes !== before.likes)
      publish({
        operation: "",
        actorId: null,
        actorName: actor.name,
        subject: null,
        summary: "",
        cacheKeys: ["journals", `journal:${id}`],
      });
    return after;
  },
});
