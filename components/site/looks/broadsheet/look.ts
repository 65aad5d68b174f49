import type { LookParts } from "../../pieces/look-parts";
import { NewspaperMasthead } from "./masthead";

export const broadsheet: LookParts = {
  Masthead: NewspaperMasthead,
  header: ["kicker", "title", "summary", "meta", "cover"],
};
