import type { Lock } from "../../visibility/locks";

/** The password of a sheet, if it has one. */
export const locksOf = (sheet: { id: number; password: string }): Lock[] =>
  sheet.password === "" ? [] : [{ kind: "sheet", id: sheet.id, password: sheet.password }];
