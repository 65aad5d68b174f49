import { and, asc, count, desc, eq, getTableColumns, inArray, ne, type SQL } from "drizzle-orm";
import { aside, type Database } from "../../../db";
import { idsOnPage, inOrder } from "../../../db/pages";
import { photos, shotTime } from "../../../db/schema";
import { picturesAt, pinned } from "../attachments/pictures";
import { placeOf } from "../../text/uploads";
import { notFound } from "../../core/errors";
import { noInput, partOf } from "../../core/fields";
import { query } from "../../core/operation";
import { pendingLikes } from "../writing/counters";
import { inFileOrder, matching } from "../../../db/keyword";
import type { z } from "zod";
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

const chosen = ({ team, keyword }: { team?: string | undefined; keyword?: string | undefined }) =>
  and(
    team === undefined ? undefined : eq(photos.team, team),
    keyword ? matching(keyword, photos.name, photos.description, photos.location) : undefined,
  );

/** Photos by their ids, in that order. */
export async function photosById(db: Database, ids: readonly number[]): Promise<shape.Photo[]> {
  const rows = await db
    .select(getTableColumns(photos))
    .from(photos)
    .where(inArray(photos.id, [...ids]));
  return inOrder(await withImages(db, rows), ids);
}

/** The order within a team: as they were ordered, otherwise the newest shot first. */
export const orderInTeam = [desc(photos.priority), desc(shotTime(photos)), desc(photos.id)];

/** The teams by name, those without one at this end, and how many photos each has. */
async function countTeams(
  db: Database,
  where: SQL | undefined,
  bare: "first" | "last" = "last",
  groups: SQL | typeof photos.team = photos.team,
): Promise<shape.PhotoCounts["teams"]> {
  const { team } = photos;
  const counted = await db.select({ team, total: count() }).from(photos).where(where).groupBy(groups);
  // Sorted here, since each engine has an order of its own.
  return counted.sort(
    (a, b) =>
      (Number(a.team === "") - Number(b.team === "")) * (bare === "last" ? 1 : -1) ||
      a.team.localeCompare(b.team) ||
      (a.team < b.team ? -1 : 1),
  );
}

/** A page of the wall: the photos of one team after the other. */
async function pageOfWall(
  db: Database,
  { page, size, ...filters }: z.output<typeof shape.photoSearch>,
  bare?: "first" | "last",
) {
  const where = chosen(filters);
  const finder = filters.keyword ? aside(db, "pages") : db;
  const teams = await countTeams(finder, where, bare, filters.keyword ? inFileOrder(photos.team) : undefined);
  const total = teams.reduce((sum, each) => sum + each.total, 0);
  const ids: number[] = [];
  // How many photos of a team stand before the page.
  let before = (page - 1) * size;
  for (const { team, total: own } of teams) {
    const wanted = size - ids.length;
    if (wanted <= 0) break;
    if (before < own) {
      const rows = await finder
        .select({ id: photos.id })
        .from(photos)
        .where(and(eq(photos.team, team), where))
        .orderBy(...orderInTeam)
        .limit(wanted)
        .offset(Math.max(0, before));
      ids.push(...rows.map(({ id }) => id));
    }
    before = Math.max(0, before - own);
  }
  return { items: await photosById(db, ids), total };
}

/** A page of the photos that match, in the order of the wall. */
export const searchPhotos = query("searchPhotos", {
  can: "manage photos",
  summary: "Photos in the order of the wall, a page at a time.",
  input: shape.photoSearch,
  output: shape.photosPage,
  run: ({ db }, filters) => pageOfWall(db, filters),
});

/** The number of photos in each team. */
export const countPhotos = query("countPhotos", {
  can: "manage photos",
  input: noInput,
  output: shape.photoCounts,
  run: async ({ db }) => {
    const teams = await countTeams(db, undefined);
    return { all: teams.reduce((sum, { total }) => sum + total, 0), teams };
  },
});

/** A page of the wall for visitors, in the same order. */
export const searchPublicPhotos = query("searchPublicPhotos", {
  can: "read the site",
  summary: "Photos in the order of the wall, a page at a time.",
  input: shape.photoSearch,
  output: shape.photosPage,
  reads,
  run: ({ db }, filters) => pageOfWall(db, filters),
});

/** The photos, those without a team first: whole as long as they are few. */
const partOfPhotos = (db: Database, { team, keyword, ...part }: z.output<typeof shape.photosPart>) =>
  pageOfWall(db, { team, keyword, ...partOf(part) }, "first");

/** The photos in display order. */
export const listPhotos = query("listPhotos", {
  can: "manage photos",
  input: shape.photosPart,
  output: shape.photosPage,
  run: ({ db }, part) => partOfPhotos(db, part),
});

/** The photos, the last added first. */
export const listLatestPhotos = query("listLatestPhotos", {
  can: "manage photos",
  input: shape.photosPart,
  output: shape.photosPage,
  run: async ({ db }, { team, keyword, ...part }) => {
    const { ids, total } = await idsOnPage(db, photos, {
      where: chosen({ team, keyword }),
      order: [desc(photos.createTime), desc(photos.id)],
      ...partOf(part),
      looksAtAll: Boolean(keyword),
    });
    return { items: await photosById(db, ids), total };
  },
});

/** The photos, for anyone, in the order of `listPhotos`. */
export const listPublicPhotos = query("listPublicPhotos", {
  can: "read the site",
  input: shape.photosPart,
  output: shape.photosPage,
  reads,
  run: ({ db }, part) => partOfPhotos(db, part),
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
