import type { Around } from "../../../components/editor/settings";
import { findCategories } from "../../../lib/features/taxonomy/categories/finding";
import { read, readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";

/** The facts of the site for the editor. Sheets stand at the top of the site, and have no categories and tags. */
export async function readSiteAround(): Promise<Around> {
  const site = await readAsVisitor(getSite, {});
  return { categories: [], tags: [], siteUrl: site.url, siteTitle: site.title, permalink: "/{slug}" };
}

/** The same with the categories and the addresses of posts; tags and further categories are found by typing. */
export async function readAround(): Promise<Around> {
  const [categories, around, site] = await Promise.all([
    read(findCategories, {}),
    readSiteAround(),
    readAsVisitor(getSite, {}),
  ]);
  return {
    ...around,
    categories,
    permalink: site.permalink,
  };
}
