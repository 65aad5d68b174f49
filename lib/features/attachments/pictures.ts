import { and, inArray, isNotNull } from "drizzle-orm";
import type { Database } from "../../../db";
import { attachments } from "../../../db/schema";
import { breathing } from "../../core/giving-way";
import type { PictureSlots } from "../../text/html/picture-slots";
import { foldersIn, placeOf } from "../../text/uploads";
import { urlOf, variantUrl } from "../../services/files/names";

export type Picture = Pick<
  typeof attachments.$inferSelect,
  "folder" | "fileName" | "version" | "width" | "height" | "variants" | "placeholder" | "mediaType" | "takeTime"
>;

const { folder, fileName, version, width, height, variants, placeholder, mediaType, takeTime } = attachments;
const columns = { folder, fileName, version, width, height, variants, placeholder, mediaType, takeTime };

/** The uploaded pictures in these folders. */
async function picturesIn(db: Database, folders: readonly string[]): Promise<Picture[]> {
  const found: Picture[] = [];
  const breathe = breathing();
  // In parts, since engines limit the number of values.
  for (let at = 0; at < folders.length; at += 100) {
    await breathe();
    found.push(
      ...(await db
        .select(columns)
        .from(attachments)
        .where(and(inArray(attachments.folder, folders.slice(at, at + 100)), isNotNull(attachments.width)))),
    );
  }
  return found;
}

/** The uploaded pictures that some addresses name, by folder. */
export async function picturesAt(db: Database, addresses: readonly string[]): Promise<Map<string, Picture>> {
  const folders = [...new Set(addresses.flatMap((address) => placeOf(address)?.folder ?? []))];
  return new Map((await picturesIn(db, folders)).map((picture) => [picture.folder, picture]));
}

/** Addresses of a picture's current version. Such an address never shows anything else, so browsers may keep it. */
export const pinned = (picture: Picture): { url: string; srcSet: string | undefined } => ({
  url: `${urlOf(picture)}?v=${picture.version}`,
  srcSet:
    picture.variants.length === 0 || picture.width === null
      ? undefined
      : [
          ...picture.variants.map(
            (variant) => `${variantUrl(picture, variant.width)}?v=${picture.version} ${variant.width}w`,
          ),
          `${urlOf(picture)}?v=${picture.version} ${picture.width}w`,
        ].join(", "),
});

/** The data of the uploads in some texts, for rendering. */
export async function slotsFor(db: Database, texts: readonly string[]): Promise<PictureSlots> {
  const folders = [...new Set(texts.flatMap(foldersIn))];
  const found = folders.length === 0 ? [] : await picturesIn(db, folders);
  return Object.fromEntries(
    found.map((picture) => [
      picture.folder,
      { ...pinned(picture), width: picture.width ?? 0, height: picture.height ?? 0 },
    ]),
  );
}
