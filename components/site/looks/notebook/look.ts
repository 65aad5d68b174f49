import type { LookParts } from "../../pieces/look-parts";

export const notebook: LookParts = {
  header: ["meta", "kicker", "title", "summary", "cover"],
};
