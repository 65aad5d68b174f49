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
import type { ShownSite } from "../logos";
import { pageFacts } from "../page-facts";
import type { SitePage } from "../site-page";

/** A page of the journal, the newest note first. */
export async function journalsPage(site: ShownSite, page: number): Promise<SitePage> {
  const [{ items, total }, t, pager, home] = await Promise.all([
    readAsVisitor(listPublicJournals, { page, size: site.postsPerPage }),
    getTranslations("journalPages"),
    getTranslations("pager"),
    getTranslations("missing"),
  ]);
  if (page > 1 && items.length === 0) notFound();
  const pages = pagesOf(total, site.postsPerPage);
  const description = t("about", { site: site.title });
  const facts = pageFacts({
    site,
    path: "/journals",
    title: page === 1 ? t("title") : pager("titled", { title: t("title"), page }),
    description,
    paging: { page, pages },
    feeds: [{ title: t("title"), base: "/journals" }],
  });
  const body = (
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
        data={listingData(site, { name: t("title"), description, path: "/journals" })}
      />
    </>
  );
  return { facts, body };
}
