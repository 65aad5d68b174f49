import type { Database } from "../../../../db";
import { keptElsewhere } from "../../../services/kept-files/elsewhere";
import { keptKind } from "../../../services/kept-files/kinds";
import { finishedExports, removeExport } from "./folder";
import { type ExportItem, notedExport } from "./schema";

/** Exports among the files that servers keep. */
export const EXPORT = "export";

keptKind(EXPORT, {
  list: async () => (await finishedExports()).map(({ name, server: _, ...facts }) => ({ name, facts })),
  remove: removeExport,
});

/** The finished exports of all servers, newest first. */
export async function allExports(db: Database): Promise<ExportItem[]> {
  const elsewhere = (await keptElsewhere(db, EXPORT)).flatMap(({ name, server, facts }) => {
    // Another version of the program may have noted it.
    const noted = notedExport.safeParse(facts);
    return noted.success ? [{ name, server, ...noted.data }] : [];
  });
  return [...(await finishedExports()), ...elsewhere].sort(
    (a, b) => b.createTime.getTime() - a.createTime.getTime() || (a.name < b.name ? 1 : -1),
  );
}
