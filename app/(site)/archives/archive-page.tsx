import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getFormatter, getTranslations } from "../../../lib/doors/words";
import { ArchiveIndex, ArchiveList, monthName, monthUrl } from "../../../components/site/archive";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { Pager, pagesOf } from "../../../components/site/pager";
import { listArchives } from "../../../lib/features/writing/archives/queries";
import { readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { listPublicPosts } from "../../../lib/features/writing/posts/queries";
import { pageNumber } from "../../../lib/text/address-parts";
import { pageMetadata } from "../page-metadata";

/** Titles on a page; they are short. */
const SIZE = 100;

export type ArchiveProps = { page: number; of?: { year: number; month: number } };

/** The month in two parts of an address; without leading zeros, so that it has one address. */
export function monthAt(year: string, month: string): { year: number; month: number } {
  const of = { year: pageNumber(year), month: pageNumber(month) };
  if (of.year < 1000 || of.year > 9999 || of.month < 1 || of.month > 12) notFound();
  return of;
}

async function archiveOf({ page, of }: ArchiveProps) {
  const [site, years] = await Promise.all([readAsVisitor(getSite, {}), readAsVisitor(listArchives, {})]);
  const { items, total } = await readAsVisitor(listPublicPosts, { ...of, page, size: SIZE, sort: ["createTime,desc"] });
  if ((page > 1 || of) && items.length === 0) notFound();
  return {
    site,
    years,
    items,
    total,
    pages: pagesOf(total, SIZE),
    base: of ? monthUrl(of.year, of.month) : "/archives",
    month: of && monthName(await getFormatter(), of.year, of.month),
  };
}

export async function archiveMetadata(props: ArchiveProps): Promise<Metadata> {
  const [{ site, base, month, pages }, t, pager] = await Promise.all([
    archiveOf(props),
    getTranslations("archivePages"),
    getTranslations("pager"),
  ]);
  const title = month ? t("titled", { month }) : t("title");
  return pageMetadata({
    site,
    path: base,
    title: props.page === 1 ? title : pager("titled", { title, page: props.page }),
    description: t("summary"),
    paging: { page: props.page, pages },
  });
}

/** Published stories by month: all of them, or one month. */
export async function ArchivePage(props: ArchiveProps) {
  const [{ site, years, items, total, pages, base, month }, t, story, home] = await Promise.all([
    archiveOf(props),
    getTranslations("archivePages"),
    getTranslations("story"),
    getTranslations("missing"),
  ]);
  return (
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
        <Pager base={base} page={props.page} pages={pages} />
      </main>
    </>
  );
}
