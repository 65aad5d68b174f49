import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL } from "drizzle-orm";
import type { Database } from "../../../db";
import { photos } from "../../../db/schema";
import { picturesAt, pinned } from "../attachments/pictures";
import { placeOf } from "../../text/uploads";
import { notFound } from "../../core/errors";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { remembered } from "../../core/remembered";
import { pendingLikes } from "../writing/counters";
import { matching } from "../../../db/keyword";
import * as shape from "./schema";

// A photo's size depends on its attachment.
const reads = () => ["photos", "attachments"];

type Row = typeof photos.$inferSelect;

/** Joins each photo with the data of its file. */
async function withImages(db: Database, rows: readonly Row[]): Promise<shape.Photo[]> {
  const pictures = await picturesAt(
    db,
    rows.map((row) => row.url),
  );
  return rows.map((row) => {
    const picture = pictures.get(placeOf(row.url)?.folder ?? "");
    const addresses = picture && pinned(picture);
    return {
      ...row,
      likes: row.likes + pendingLikes(`photo:${row.id}`),
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      image:
        picture && addresses
          ? { url: addresses.url, srcSet: addresses.srcSet ?? "", placeholder: picture.placeholder }
          : null,
    };
  });
}

const found = async (db: Database, where: SQL | undefined, ...order: SQL[]) =>
  withImages(
    db,
    await db
      .select(getTableColumns(photos))
      .from(photos)
      .where(where)
      .orderBy(...order),
  );

type Place = Pick<Row, "id" | "team" | "priority" | "takeTime" | "createTime">;

const shotAt = (photo: Place): number => (photo.takeTime ?? photo.createTime).getTime();
const byName = new Intl.Collator();
/**
 * Team by team, as they were ordered there, otherwise the newest shot first; photos without a date by when they were
 * added. Sorted here, since the engines order nulls differently.
 */
const forDisplay = <T extends Place>(all: T[]): T[] =>
  all.sort((a, b) => byName.compare(a.team, b.team) || b.priority - a.priority || shotAt(b) - shotAt(a) || b.id - a.id);

const chosen = ({ team, keyword }: { team?: string | undefined; keyword?: string | undefined }) =>
  and(
    team === undefined ? undefined : eq(photos.team, team),
    keyword ? matching(keyword, photos.name, photos.description, photos.location) : undefined,
  );

/** Photos by their ids, in that order. */
export async function photosById(db: Database, ids: readonly number[]): Promise<shape.Photo[]> {
  const all = new Map((await found(db, inArray(photos.id, [...ids]))).map((photo) => [photo.id, photo]));
  return ids.flatMap((id) => all.get(id) ?? []);
}

/** Every photo, in display order. */
export const listPhotos = query("listPhotos", {
  can: "manage photos",
  input: shape.photoFilters,
  output: shape.photos,
  run: async ({ db }, filters) => forDisplay(await found(db, chosen(filters))),
});

/** Every photo, the last added first. */
export const listLatestPhotos = query("listLatestPhotos", {
  can: "manage photos",
  input: shape.photoFilters,
  output: shape.photos,
  run: ({ db }, filters) => found(db, chosen(filters), desc(photos.createTime), desc(photos.id)),
});

/** Every photo, for anyone. */
export const listPublicPhotos = query("listPublicPhotos", {
  can: "read the site",
  input: shape.photoFilters,
  output: shape.photos,
  reads,
  run: async ({ db }, filters) => forDisplay(await found(db, chosen(filters))),
});

/** The most photos on a page of the wall. */
export const PHOTOS_ON_A_PAGE = 120;

/** Which photo hangs where on the wall, those without a team last; and how many each team has. */
const wallOrder = (db: Database) =>
  remembered(db, "photo wall", { cacheKeys: ["photos"] }, async () => {
    const { id, team, priority, takeTime, createTime } = photos;
    const all = forDisplay(await db.select({ id, team, priority, takeTime, createTime }).from(photos));
    const counts = new Map<string, number>();
    for (const place of all) counts.set(place.team, (counts.get(place.team) ?? 0) + 1);
    // An empty name comes first in any order.
    const alone = counts.get("") ?? 0;
    const places = [...all.slice(alone), ...all.slice(0, alone)];
    return { ids: places.map((place) => place.id), counts };
  });

/** A page of the wall, team by team. */
export const listPhotoWall = query("listPhotoWall", {
  can: "read the site",
  input: shape.wallPage,
  output: shape.wall,
  reads,
  run: async ({ db }, { page }) => {
    const { ids, counts } = await wallOrder(db);
    const items = await photosById(db, ids.slice((page - 1) * PHOTOS_ON_A_PAGE, page * PHOTOS_ON_A_PAGE));
    const teams = new Set(items.map(({ team }) => team));
    return {
      items,
      total: ids.length,
      counts: [...teams].map((team) => ({ team, photos: counts.get(team) ?? 0 })),
    };
  },
});

/** One photo in the dashboard. */
export const getPhoto = query("getPhoto", {
  can: "manage photos",
  input: shape.photoRef,
  output: shape.photo,
  run: async ({ db }, { photoId }) => {
    const [photo] = await photosById(db, [photoId]);
    if (!photo) throw notFound();
    return photo;
  },
});

/** The teams of photos, by name. */
export const listPhotoTeams = query("listPhotoTeams", {
  can: "manage photos",
  input: noInput,
  output: shape.teams,
  run: async ({ db }) =>
    (
      await db.selectDistinct({ team: photos.team }).from(photos).where(ne(photos.team, "")).orderBy(asc(photos.team))
    ).map(({ team }) => team),
});
