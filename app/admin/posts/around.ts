import type { Around } from "../../../components/editor/settings";
import { listCategories } from "../../../lib/features/taxonomy/categories/queries";
import { getShell } from "../../../lib/features/statistics/dashboard-queries";
import { read, readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { listTags } from "../../../lib/features/taxonomy/tags/queries";

/** What the editor's settings offer and what they show of the site. */
export async function readAround(): Promise<Around> {
  const [categories, tags, shell, site] = await Promise.all([
    read(listCategories, {}),
    read(listTags, {}),
    read(getShell, {}),
    readAsVisitor(getSite, {}),
  ]);
  // A category's password has no business in the editor.
  return {
    categories: categories.map((category) => ({ ...category, password: undefined })),
    tags,
    mayManageTaxonomy: shell.mayManageTaxonomy,
    siteUrl: site.url,
    siteTitle: site.title,
    permalink: site.permalink,
  };
}
