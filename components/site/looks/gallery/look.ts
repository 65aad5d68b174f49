import type { LookParts } from "../../pieces/look-parts";

export const gallery: LookParts = {
  header: ["cover", "kicker", "title", "summary", "meta"],
};
