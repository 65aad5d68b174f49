import { sheetMetas, sheetRedirects, sheetRevisions, sheets } from "../../../../db/schema";
import type { Collection } from "../collection";
import { reservedSlugs } from "../../../core/reserved-slugs";

/** Sheets, as what they share with posts sees them. */
export const sheet: Collection = {
  name: "sheet",
  noun: "Sheet",
  can: "write sheets",
  table: sheets,
  metas: sheetMetas,
  revisions: sheetRevisions,
  redirects: sheetRedirects,
  reserved: reservedSlugs,
  addresses:
    async () =>
    ({ slug }) =>
      `/${encodeURIComponent(slug)}`,
};
