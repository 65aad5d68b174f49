import { z } from "zod";
import {
  address,
  id,
  int32,
  instantIn,
  instantOut,
  label,
  longText,
  pageInput,
  pageOf,
  partInput,
  text,
  unique,
} from "../../core/fields";
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
export const photosPart = z.strictObject({ ...partInput, team: longText.optional(), keyword: text(100).optional() });

/** A page of the wall has one order, that of the wall. */
const { sort: _sort, ...wallPage } = pageInput(["id"]);
export const photoSearch = z.strictObject({
  ...wallPage,
  team: longText.optional().describe("Empty: those without one."),
});

export const photoMove = z
  .strictObject({
    photoId: id,
    beside: id.nullish().describe("The photo that it is put beside, in that one's team."),
    side: z.enum(["before", "after"]).nullish().describe("The side of `beside`; before it unless it says after."),
    step: z.enum(["earlier", "later"]).nullish().describe("Instead of `beside`: one place within its team."),
    team: longText.nullish().describe("Instead of `beside`: the end of this team."),
    from: z
      .strictObject({ team: longText, priority: int32 })
      .nullish()
      .describe("Where it was when it was read. If it stands elsewhere by now, the answer is 412."),
  })
  .refine(({ beside, step, team }) => [beside, step, team].filter((each) => (each ?? null) !== null).length === 1, {
    params: { code: "required" },
    error: "Send one of beside, step and team.",
  });

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

export const photosPage = pageOf(photo);
/** The teams in the order of the wall, those without one last, and how many photos each has. */
export const photoCounts = z.object({ all: z.int(), teams: z.array(z.object({ team: z.string(), total: z.int() })) });
export const photoMoved = place.before.extend({
  place: z.int().describe("Its place in its team, from 1."),
  of: z.int().describe("The number of photos in its team."),
});

/** The answer to a visitor's like. */
export const photoLikes = z.object({ likes: z.int() });

export const teams = z.array(z.string());

export type PhotoPlace = z.output<typeof place.change>;
export type Photo = z.output<typeof photo>;
export type PhotoSearch = z.input<typeof photoSearch>;
export type PhotoMove = z.input<typeof photoMove>;
export type PhotoCounts = z.output<typeof photoCounts>;
