import { eq } from "drizzle-orm";
import type { z } from "zod";
import { columnsFrom, type Database } from "../../../db";
import { photos } from "../../../db/schema";
import { picturesAt } from "../attachments/pictures";
import { recordReferences } from "../references/recording";
import { placeOf } from "../../text/uploads";
import { someAtOnce } from "../../core/at-once";
import { invalid, notFound } from "../../core/errors";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { getPhoto, photosById } from "./queries";
import { photoRemoval } from "./removal";
import * as shape from "./schema";

type New = z.output<typeof shape.newPhoto>;

const touches = () => ["photos"];

const columns = (given: New) => columnsFrom(given, photos);

async function one(db: Database, id: number): Promise<shape.Photo> {
  const [photo] = await photosById(db, [id]);
  if (!photo) throw notFound();
  return photo;
}

/** Stores photos and returns their ids. The place is not taken from the file, since everybody could read it. */
async function add(db: Database, items: readonly New[], now: Date): Promise<number[]> {
  const pictures = await picturesAt(
    db,
    items.map(({ url }) => url),
  );
  return someAtOnce(items, async (item) => {
    const takeTime = item.takeTime ?? pictures.get(placeOf(item.url)?.folder ?? "")?.takeTime ?? null;
    const [row] = await db
      .insert(photos)
      .values({ ...columns(item), takeTime, createTime: now, updateTime: now })
      .returning({ id: photos.id });
    if (!row) throw new Error("the photo was not stored");
    await recordReferences(db, "photo", row.id, columns(item), { isNew: true });
    return row.id;
  });
}

async function change(db: Database, id: number, given: New, now: Date): Promise<void> {
  const changed = await db
    .update(photos)
    .set({ ...columns(given), updateTime: now })
    .where(eq(photos.id, id))
    .returning({ id: photos.id });
  if (changed.length === 0) throw notFound();
  await recordReferences(db, "photo", id, columns(given));
}

/** Adds a photo. */
export const createPhoto = mutation("createPhoto", {
  can: "manage photos",
  input: shape.newPhoto,
  output: shape.photo,
  example: {
    name: "Plan 25",
    url: "/uploads/2026/11/k3v9q0c1x7b2m4dz/plan-25.jpg",
    thumbnail: "",
    team: "Drawings",
    takeTime: "1843-09-01T10:00:00Z",
  },
  touches,
  about: (_input, photo) => ({ subject: `photo:${photo.id}`, summary: photo.name.slice(0, 255) }),
  run: async ({ db, now }, given) => one(db, (await add(db, [given], now))[0] ?? 0),
});

/** Adds several photos in one transaction. */
export const createPhotos = mutation("createPhotos", {
  can: "manage photos",
  input: shape.newPhotos,
  output: shape.photos,
  example: {
    items: [
      { name: "Plan 26", url: "https://example.org/plan-26.jpg", thumbnail: "https://example.org/plan-26-small.jpg" },
    ],
  },
  touches,
  about: ({ items }) => ({ subject: "photos", summary: `${items.length} added` }),
  run: async ({ db, now }, { items }) => photosById(db, await add(db, items, now)),
});

/** Changes the given fields. */
export const updatePhoto = mutation("updatePhoto", {
  can: "manage photos",
  input: shape.photoChanges,
  output: shape.photo,
  example: {
    photoId: 1,
    name: "Plan 25, detail",
    url: "/uploads/2026/11/k3v9q0c1x7b2m4dz/plan-25.jpg",
    thumbnail: "",
    description: "The mill.",
  },
  touches,
  about: (_input, photo) => ({ subject: `photo:${photo.id}`, summary: photo.name.slice(0, 255) }),
  reread: (context, { photoId }) => getPhoto.within(context, { photoId }),
  run: async ({ db, now }, { photoId, ...given }) => {
    if (given.id !== undefined && given.id !== null && given.id !== photoId)
      throw invalid("id", "wrong_value", "Leave this out, or send the number of the photo itself.");
    await change(db, photoId, given, now);
    return one(db, photoId);
  },
});

/** Changes several photos in one transaction. */
export const updatePhotos = mutation("updatePhotos", {
  can: "manage photos",
  input: shape.photoBatch,
  output: shape.photos,
  example: {
    items: [
      { id: 1, name: "Plan 25", url: "/uploads/2026/11/k3v9q0c1x7b2m4dz/plan-25.jpg", thumbnail: "", team: "Plans" },
    ],
  },
  touches,
  about: ({ items }) => ({ subject: "photos", summary: `${items.length} changed` }),
  run: async ({ db, now }, { items }) => {
    await someAtOnce(items, (item) => change(db, item.id, item, now));
    return photosById(db, [...new Set(items.map(({ id }) => id))]);
  },
});

/** Deletes a photo; its file stays among the attachments. */
export const deletePhoto = mutation("deletePhoto", {
  can: "manage photos",
  input: shape.photoRef,
  output: nothing,
  whenFull: true,
  touches,
  about: ({ photoId }) => ({ subject: `photo:${photoId}`, summary: "deleted" }),
  run: (context, { photoId }) => photoRemoval.remove(context, [photoId]),
});

/** Deletes several photos; their files stay among the attachments. */
export const deletePhotos = mutation("deletePhotos", {
  can: "manage photos",
  input: shape.photosRemoval,
  output: nothing,
  example: { ids: [1, 2] },
  whenFull: true,
  touches,
  about: ({ ids }) => ({ subject: "photos", summary: `${ids.length} deleted` }),
  run: (context, { ids }) => photoRemoval.remove(context, ids),
});
