/** The kinds that a list can be narrowed to: beginnings of media types. */
export const kinds = ["image", "video", "audio", "application", "text"] as const;
export type Kind = (typeof kinds)[number];
