import type { Around } from "../../../components/editor/settings";
import { listCategories } from "../../../lib/features/taxonomy/categories/queries";
import { read, readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { listTags } from "../../../lib/features/taxonomy/tags/queries";

/** The facts of the site for the editor. Sheets stand at the top of the site, and have no categories and tags. */
export async function readSiteAround(): Promise<Around> {
  const site = await readAsVisitor(getSite, {});
  return { categories: [], tags: [], siteUrl: site.url, siteTitle: site.title, permalink: "/{slug}" };
}

/** The same with the choices and the addresses of posts. */
export async function readAround(): Promise<Around> {
  const [categories, tags, around, site] = await Promise.all([
    read(listCategories, {}),
    read(listTags, {}),
    readSiteAround(),
    readAsVisitor(getSite, {}),
  ]);
  return {
    ...around,
    // The editor does not need a category's password.
    categories: categories.map((category) => ({ ...category, password: undefined })),
    tags,
    permalink: site.permalink,
  };
}
