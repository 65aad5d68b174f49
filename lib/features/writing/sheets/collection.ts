import { sheetMetas, sheetRedirects, sheetRevisions, sheets } from "../../../../db/schema";
import type { Collection } from "../collection";
import { reservedSlugs } from "../../../core/reserved-slugs";

/** The collection of sheets. */
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
