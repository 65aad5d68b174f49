import { notFound } from "next/navigation";
import { getFormatter, getTranslations } from "../../../lib/doors/words";
import { ArchiveIndex, ArchiveList, monthName, monthUrl } from "../../../components/site/archive";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { Pager, pagesOf } from "../../../components/site/pager";
import { listArchives } from "../../../lib/features/writing/archives/queries";
import { readAsVisitor } from "../../../lib/doors/page";
import type { ShownSite } from "../logos";
import { listPublicPosts } from "../../../lib/features/writing/posts/queries";
import { pageNumber } from "../../../lib/text/address-parts";
import { pageFacts } from "../page-facts";
import type { SitePage } from "../site-page";

/** Titles on a page; they are short. */
const SIZE = 100;

type Month = { year: number; month: number };

/** The month that two parts of an address name; without leading zeros, so that it has one address. */
export function monthAt(year: string, month: string): Month {
  const of = { year: pageNumber(year), month: pageNumber(month) };
  if (of.year < 1000 || of.year > 9999 || of.month < 1 || of.month > 12) notFound();
  return of;
}

/** What has been published, by month: all of it, or one month. */
export async function archivePage(site: ShownSite, page: number, of?: Month): Promise<SitePage> {
  const [years, { items, total }, t, story, home, pager, format] = await Promise.all([
    readAsVisitor(listArchives, {}),
    readAsVisitor(listPublicPosts, { ...of, page, size: SIZE, sort: ["createTime,desc"] }),
    getTranslations("archivePages"),
    getTranslations("story"),
    getTranslations("missing"),
    getTranslations("pager"),
    getFormatter(),
  ]);
  if ((page > 1 || of) && items.length === 0) notFound();
  const pages = pagesOf(total, SIZE);
  const base = of ? monthUrl(of.year, of.month) : "/archives";
  const month = of && monthName(format, of.year, of.month);
  const title = month ? t("titled", { month }) : t("title");
  const facts = pageFacts({
    site,
    path: base,
    title: page === 1 ? title : pager("titled", { title, page }),
    description: t("summary"),
    paging: { page, pages },
  });
  const body = (
    <>
      <SmallMasthead site={site} current="/archives" />
      <main id="main">
        <ListHeading
          kicker={month && <a href="/archives">{t("title")}</a>}
          title={month ?? t("title")}
          description={month ? undefined : t("summary")}
          meta={total > 0 && story("count", { count: total })}
        />
        {total > 0 && (
          <div className="archives">
            <ArchiveIndex years={years} current={base} />
            <ArchiveList stories={items} oneMonth={month !== undefined} />
          </div>
        )}
        {total === 0 && <Notice title={t("emptyTitle")} action={{ href: "/", label: home("action") }} />}
        <Pager base={base} page={page} pages={pages} />
      </main>
    </>
  );
  return { facts, body };
}
