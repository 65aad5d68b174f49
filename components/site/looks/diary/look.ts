import type { LookParts } from "../../pieces/look-parts";

export const diary: LookParts = {
  header: ["meta", "title", "kicker", "summary", "cover"],
};
