import { eq } from "drizzle-orm";
import { photos } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { query } from "../../core/operation";
import { pendingLikes } from "../writing/counters";
import { like } from "../writing/likes";
import * as shape from "./schema";

/** Likes a photo; only counts in memory until the next flush. */
export const likePhoto = query("likePhoto", {
  can: "read the site",
  input: shape.photoRef,
  output: shape.photoLikes,
  run: async ({ db, actor }, { photoId }) => {
    const [photo] = await db.select({ likes: photos.likes }).from(photos).where(eq(photos.id, photoId));
    if (!photo) throw notFound();
    return like(actor, `photo:${photoId}`, photo.likes + pendingLikes(`photo:${photoId}`));
  },
});
