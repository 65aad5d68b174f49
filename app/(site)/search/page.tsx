import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "../../../lib/doors/words";
import { FoundList } from "../../../components/site/found";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { Pager, pagesOf } from "../../../components/site/pager";
import { SearchForm } from "../../../components/site/search-form";
import { readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { searchPosts } from "../../../lib/features/writing/posts/search";
import { MOST_FOUND } from "../../../lib/features/writing/search-schema";
import { pageNumber } from "../../../lib/text/address-parts";
import { keywordFrom } from "../address";
import { pageMetadata } from "../page-metadata";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const read = async ({ searchParams }: Props) => {
  const { keyword, page } = await searchParams;
  return { keyword: keywordFrom(keyword), page: typeof page === "string" ? pageNumber(page) : 1 };
};

/** Not for search engines: there are as many such pages as words. */
export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ keyword }, site, t] = await Promise.all([
    read(props),
    readAsVisitor(getSite, {}),
    getTranslations("search"),
  ]);
  return pageMetadata({
    site,
    path: "/search",
    title: keyword === "" ? t("title") : t("titled", { keyword }),
    hidden: true,
  });
}

export default async function SearchPage(props: Props) {
  const [{ keyword, page }, site, t] = await Promise.all([
    read(props),
    readAsVisitor(getSite, {}),
    getTranslations("search"),
  ]);
  if (page < 1) notFound();
  const { items, total } =
    keyword === ""
      ? { items: [], total: 0 }
      : await readAsVisitor(searchPosts, { keyword, page, size: site.postsPerPage });
  if (page > 1 && items.length === 0) notFound();
  const address = (_base: string, n: number) =>
    `/search?${new URLSearchParams({ keyword, ...(n > 1 && { page: String(n) }) })}`;
  return (
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
        <FoundList stories={items} />
        <Pager base="/search" page={page} pages={pagesOf(total, site.postsPerPage)} address={address} />
      </main>
    </>
  );
}
