import { eq, inArray } from "drizzle-orm";
import { followers } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import * as shape from "./schema";

/** Deletes a follower, who gets no more mails and may follow again. */
export const deleteFollower = mutation("deleteFollower", {
  can: "manage followers",
  input: shape.followerRef,
  output: nothing,
  whenFull: true,
  touches: () => [],
  about: ({ id }) => ({ subject: `follower:${id}`, summary: "deleted" }),
  run: async ({ db }, { id }) => {
    const gone = await db.delete(followers).where(eq(followers.id, id)).returning({ id: followers.id });
    if (gone.length === 0) throw notFound();
  },
});

/** Deletes several. */
export const deleteFollowers = mutation("deleteFollowers", {
  can: "manage followers",
  input: shape.followersRemoval,
  output: nothing,
  example: { ids: [1, 2] },
  whenFull: true,
  touches: () => [],
  about: ({ ids }) => ({ subject: "followers", summary: `${ids.length} deleted` }),
  run: async ({ db }, { ids }) => {
    const gone = await db.delete(followers).where(inArray(followers.id, ids)).returning({ id: followers.id });
    if (gone.length < ids.length) throw notFound();
  },
});
