import type { Attachment } from "../../lib/features/attachments/schema";

/** A file as the picker shows it: what an answer in JSON holds of an attachment. */
export type PickedFile = Pick<
  Attachment,
  "id" | "name" | "url" | "altText" | "caption" | "thumbnailUrl" | "mediaType" | "width" | "height" | "location"
> & { takeTime: string | Date | null; updateTime: string | Date };

/** What was chosen: a file of this site, or any address. */
export type Picked = { url: string; altText: string; file: PickedFile | null };

export const pickedFrom = (file: PickedFile): Picked => ({ url: file.url, altText: file.altText, file });
