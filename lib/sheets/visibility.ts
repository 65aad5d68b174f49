import { sheets } from "../../db/schema";
import type { Lock } from "../content/locks";
import { visibilityOf } from "../drafts/visibility";

export { isLockedFor, present, type Reach, visibilityKey } from "../drafts/visibility";

/** The condition that every reader of sheets goes through: what is not for this actor is not found. */
export const visibleTo = visibilityOf(sheets);

/** The password before a sheet, if it has one. */
export const locksOf = (sheet: { id: number; password: string }): Lock[] =>
  sheet.password === "" ? [] : [{ kind: "sheet", id: sheet.id, password: sheet.password }];
