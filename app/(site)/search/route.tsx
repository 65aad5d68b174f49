import { notFound } from "next/navigation";
import { getTranslations } from "../../../lib/doors/words";
import { FoundList } from "../../../components/site/found";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { Pager, pagesOf } from "../../../components/site/pager";
import { type SearchFilters, SearchForm } from "../../../components/site/search-form";
import type { Query } from "../../../lib/doors/public-page";
import { listPublicCategories } from "../../../lib/features/taxonomy/categories/queries";
import { listLeadingTags } from "../../../lib/features/taxonomy/tags/queries";
import { listArchives } from "../../../lib/features/writing/archives/queries";
import { suggestWords } from "../../../lib/features/writing/posts/suggesting";
import { readAsVisitor } from "../../../lib/doors/page";
import { searchPosts } from "../../../lib/features/writing/posts/search";
import { MOST_FOUND } from "../../../lib/features/writing/search-schema";
import { pageNumber } from "../../../lib/text/address-parts";
import { keywordFrom } from "../address";
import { pageFacts } from "../page-facts";
import { sitePage } from "../site-page";

/** As many of the tags with the most posts are offered. */
const MOST_TAGS = 100;

/** What the address narrows a search down to, among what there is. */
async function filtersFrom(query: Query): Promise<SearchFilters> {
  const [categories, tags, years] = await Promise.all([
    readAsVisitor(listPublicCategories, {}),
    readAsVisitor(listLeadingTags, { most: MOST_TAGS }),
    readAsVisitor(listArchives, {}),
  ]);
  const choices = {
    category: categories.map(({ slug, name }) => ({ value: slug, name })),
    tag: tags.map(({ slug, name }) => ({ value: slug, name })).sort((a, b) => a.name.localeCompare(b.name)),
    year: years.map(({ year }) => ({ value: String(year), name: String(year) })),
  };
  const of = (name: keyof SearchFilters) => {
    const asked = query[name];
    const chosen = choices[name].some(({ value }) => value === asked) ? String(asked) : "";
    return { chosen, choices: choices[name] };
  };
  return { category: of("category"), tag: of("tag"), year: of("year") };
}

/** The same as an address says it. */
const narrowed = (filters: SearchFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, { chosen }]) => (chosen ? [[name, chosen]] : [])));

/** What is found is not for search engines, since there are as many such pages as there are words; the form alone is. */
export const { GET } = sitePage(async ({ query }, site) => {
  const keyword = keywordFrom(query.keyword);
  const page = typeof query.page === "string" ? pageNumber(query.page) : 1;
  if (page < 1) notFound();
  const t = await getTranslations("search");
  const filters = await filtersFrom(query);
  const chosen = {
    ...(filters.category.chosen && { category: filters.category.chosen }),
    ...(filters.tag.chosen && { tag: filters.tag.chosen }),
    ...(filters.year.chosen && { year: Number(filters.year.chosen) }),
  };
  const { items, total } =
    keyword === ""
      ? { items: [], total: 0 }
      : await readAsVisitor(searchPosts, { keyword, ...chosen, page, size: site.postsPerPage });
  if (page > 1 && items.length === 0) notFound();
  const meant = keyword !== "" && total === 0 ? (await readAsVisitor(suggestWords, { keyword })).keyword : null;
  const address = (_base: string, n: number) =>
    `/search?${new URLSearchParams({ keyword, ...narrowed(filters), ...(n > 1 && { page: String(n) }) })}`;
  const facts = pageFacts({
    site,
    path: "/search",
    title: keyword === "" ? t("title") : t("titled", { keyword }),
    description: t("about", { site: site.title }),
    hidden: keyword !== "" || Object.keys(chosen).length > 0,
    search: true,
  });
  const body = (
    <>
      <SmallMasthead site={site} current="search" />
      <main id="main">
        <ListHeading
          live
          title={t("title")}
          meta={keyword !== "" && total > 0 ? t(total < MOST_FOUND ? "count" : "most", { count: total }) : undefined}
        >
          <SearchForm keyword={keyword} filters={filters} />
        </ListHeading>
        <div id="results">
          {meant !== null && (
            <p className="meant">
              {t("meant")} <a href={`/search?${new URLSearchParams({ keyword: meant })}`}>{meant}</a>
            </p>
          )}
          {keyword !== "" && total === 0 && <Notice title={t("nothing", { keyword })} text={t("advice")} />}
          <FoundList stories={items} site={site} />
          <Pager base="/search" page={page} pages={pagesOf(total, site.postsPerPage)} address={address} />
        </div>
      </main>
    </>
  );
  return { facts, body };
});
