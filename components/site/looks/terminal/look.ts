import type { LookParts } from "../../pieces/look-parts";
import { Listing } from "./listing";

export const terminal: LookParts = { List: Listing, header: ["title", "meta", "kicker", "summary", "cover"] };
