import { publish } from "../../core/events";
import { query } from "../../core/operation";
import { like } from "../writing/likes";
import { likes } from "../writing/schema";
import { findJournal } from "./queries";
import * as shape from "./schema";

/** Likes a journal a visitor can read; the count is written with the next flush, so this writes nothing itself. */
export const likeJournal = query("likeJournal", {
  can: "read the site",
  input: shape.journalRef,
  output: likes,
  reads: () => [],
  run: async ({ db, actor }, { id }) => {
    const before = await findJournal(db, actor, "address", id);
    const after = like(actor, `journal:${id}`, before.likes);
    // Whoever pressed the button looks at the page next.
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
