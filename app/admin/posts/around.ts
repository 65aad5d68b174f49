import type { Around } from "../../../components/editor/settings";
import { listCategories } from "../../../lib/features/taxonomy/categories/queries";
import { getShell } from "../../../lib/features/statistics/dashboard-queries";
import { read, readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { listTags } from "../../../lib/features/taxonomy/tags/queries";

/** The editor's data beside the post: choices of its settings, facts of the site. */
export async function readAround(): Promise<Around> {
  const [categories, tags, shell, site] = await Promise.all([
    read(listCategories, {}),
    read(listTags, {}),
    read(getShell, {}),
    readAsVisitor(getSite, {}),
  ]);
  // The editor does not need a category's password.
  return {
    categories: categories.map((category) => ({ ...category, password: undefined })),
    tags,
    mayManageTaxonomy: shell.mayManageTaxonomy,
    siteUrl: site.url,
    siteTitle: site.title,
    permalink: site.permalink,
  };
}
