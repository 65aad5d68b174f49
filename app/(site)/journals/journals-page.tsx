import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "../../../lib/doors/words";
import { JournalNote } from "../../../components/site/journal";
import { JsonScript } from "../../../components/site/json-script";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { Pager, pagesOf } from "../../../components/site/pager";
import { listingData } from "../../../components/site/structured-data";
import { readAsVisitor } from "../../../lib/doors/page";
import { listPublicJournals } from "../../../lib/features/journals/queries";
import { getSite } from "../../../lib/features/site/queries";
import { pageMetadata } from "../page-metadata";

type Props = { page: number };

async function notesOn({ page }: Props) {
  const site = await readAsVisitor(getSite, {});
  const { items, total } = await readAsVisitor(listPublicJournals, { page, size: site.postsPerPage });
  if (page > 1 && items.length === 0) notFound();
  return { site, items, pages: pagesOf(total, site.postsPerPage) };
}

export async function journalsMetadata({ page }: Props): Promise<Metadata> {
  const [{ site, pages }, t, pager] = await Promise.all([
    notesOn({ page }),
    getTranslations("journalPages"),
    getTranslations("pager"),
  ]);
  const title = page === 1 ? t("title") : pager("titled", { title: t("title"), page });
  return pageMetadata({
    site,
    path: "/journals",
    title,
    description: t("about", { site: site.title }),
    paging: { page, pages },
  });
}

/** A page of the journal, the newest note first. */
export async function JournalsPage({ page }: Props) {
  const [{ site, items, pages }, t, pager, home] = await Promise.all([
    notesOn({ page }),
    getTranslations("journalPages"),
    getTranslations("pager"),
    getTranslations("missing"),
  ]);
  return (
    <>
      <SmallMasthead site={site} current="/journals" />
      <main id="main">
        <ListHeading title={t("title")} meta={page > 1 && pager("page", { page, pages })} />
        <div className="notes">
          {items.map((journal) => (
            <JournalNote key={journal.id} journal={journal} />
          ))}
        </div>
        {items.length === 0 && <Notice title={t("emptyTitle")} action={{ href: "/", label: home("action") }} />}
        <Pager base="/journals" page={page} pages={pages} />
      </main>
      <JsonScript
        type="application/ld+json"
        data={listingData(site, { name: t("title"), description: t("about", { site: site.title }), path: "/journals" })}
      />
    </>
  );
}
