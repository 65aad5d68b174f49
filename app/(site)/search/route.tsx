import { notFound } from "next/navigation";
import { getTranslations } from "../../../lib/doors/words";
import { FoundList } from "../../../components/site/found";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { Pager, pagesOf } from "../../../components/site/pager";
import { SearchForm } from "../../../components/site/search-form";
import { readAsVisitor } from "../../../lib/doors/page";
import { searchPosts } from "../../../lib/features/writing/posts/search";
import { MOST_FOUND } from "../../../lib/features/writing/search-schema";
import { pageNumber } from "../../../lib/text/address-parts";
import { keywordFrom } from "../address";
import { pageFacts } from "../page-facts";
import { sitePage } from "../site-page";

/** Not for search engines: there are as many such pages as there are words. */
export const { GET } = sitePage(async ({ query }, site) => {
  const keyword = keywordFrom(query.keyword);
  const page = typeof query.page === "string" ? pageNumber(query.page) : 1;
  if (page < 1) notFound();
  const t = await getTranslations("search");
  const { items, total } =
    keyword === ""
      ? { items: [], total: 0 }
      : await readAsVisitor(searchPosts, { keyword, page, size: site.postsPerPage });
  if (page > 1 && items.length === 0) notFound();
  const address = (_base: string, n: number) =>
    `/search?${new URLSearchParams({ keyword, ...(n > 1 && { page: String(n) }) })}`;
  const facts = pageFacts({
    site,
    path: "/search",
    title: keyword === "" ? t("title") : t("titled", { keyword }),
    hidden: true,
    search: true,
  });
  const body = (
    <>
      <SmallMasthead site={site} current="search" />
      <main id="main">
        <ListHeading
          title={t("title")}
          meta={keyword !== "" && total > 0 ? t(total < MOST_FOUND ? "count" : "most", { count: total }) : undefined}
        >
          <SearchForm keyword={keyword} />
        </ListHeading>
        {keyword !== "" && total === 0 && <Notice title={t("nothing", { keyword })} text={t("advice")} />}
        <FoundList stories={items} site={site} />
        <Pager base="/search" page={page} pages={pagesOf(total, site.postsPerPage)} address={address} />
      </main>
    </>
  );
  return { facts, body };
});
