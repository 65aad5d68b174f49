import type { Attachment, AttachmentFilters } from "../../lib/features/attachments/schema";
import type { ListPlace } from "../resource/list-place";

/** What its rows show of a file. */
export const shownOfFiles = [
  "id",
  "name",
  "team",
  "altText",
  "caption",
  "url",
  "mediaType",
  "suffix",
  "size",
  "width",
  "height",
  "thumbnailUrl",
  "takeTime",
  "location",
  "createTime",
  "updateTime",
  "uploader",
] as const satisfies readonly (keyof Attachment)[];
export type ListedFile = Pick<Attachment, (typeof shownOfFiles)[number]>;

/** The list of files. */
export const mediaList: ListPlace<AttachmentFilters> = {
  path: "/admin/media",
  chips: ["mediaType", "team", "unused"],
  sort: "createTime,desc",
  size: 50,
  looks: ["grid", "table"],
};
