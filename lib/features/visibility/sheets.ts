import { sheets } from "../../../db/schema";
import { visibilityOf } from "./texts";

/** The condition of every reader of sheets: one that this actor may not see is not found. */
export const visibleTo = visibilityOf(sheets);
