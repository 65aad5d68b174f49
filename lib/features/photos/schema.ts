import { z } from "zod";
import { address, id, int32, instantIn, instantOut, label, longText, pageOf, text, unique } from "../../core/fields";
import { wayBack } from "../../core/way-back";

/** An address whose only bound is that of the whole body. */
const LONGEST = 2_097_152;

const photoFields = {
  /** Names the photo in a batch; ignored when creating. */
  id: id.nullish(),
  name: label(LONGEST),
  thumbnail: address(LONGEST).describe("Shown in lists; if empty, the photo itself."),
  url: address(LONGEST).refine((value) => value.trim() !== "", {
    params: { code: "required" },
    error: "This must not be blank.",
  }),
  description: longText.nullish(),
  location: longText.nullish(),
  takeTime: instantIn.nullish().describe("Default when creating: the date in the photo, if it is an attachment."),
  team: longText.nullish(),
  priority: int32.nullish().describe("Higher ones come first in their team; among equal ones the newest shot does."),
};

export const newPhoto = z.strictObject(photoFields);
export const newPhotos = z.strictObject({ items: z.array(newPhoto).min(1).max(1000) });
export const photoChanges = z.strictObject({ ...photoFields, photoId: id });
export const photoBatch = z.strictObject({
  items: unique(z.strictObject({ ...photoFields, id }), (item) => item.id).min(1),
});
const place = wayBack({ photoId: id }, { team: longText, priority: int32 });
export const photoPlaces = z.strictObject({ items: unique(place.change, (item) => item.photoId).min(1) });
export const placesBefore = place.before;
export const photosRemoval = z.strictObject({ ids: unique(id).min(1) });
export const photoRef = z.strictObject({ photoId: id });
export const photoFilters = z.strictObject({ team: longText.optional(), keyword: text(100).optional() });

/** The data of a photo that is an attachment; its addresses never show anything else, so browsers may keep them. */
const image = z.object({
  url: z.string(),
  srcSet: z.string().describe("Empty without smaller versions."),
  placeholder: z.string(),
});

export const photo = z.object({
  id,
  name: z.string(),
  thumbnail: z.string(),
  url: z.string(),
  description: z.string(),
  location: z.string(),
  takeTime: instantOut.nullable(),
  team: z.string(),
  priority: z.int(),
  likes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  image: image.nullable(),
  createTime: instantOut,
  updateTime: instantOut,
});
export const photos = z.array(photo);

/** The answer to a visitor's like. */
export const photoLikes = z.object({ likes: z.int() });

export const teams = z.array(z.string());

export const wallPage = z.strictObject({ page: z.int().min(1).max(10_000_000) });
export const wall = pageOf(photo).extend({
  counts: z.array(z.object({ team: z.string(), photos: z.int() })).describe("The size of each team on this page."),
});

export type PhotoPlace = z.output<typeof place.change>;
export type Photo = z.output<typeof photo>;
