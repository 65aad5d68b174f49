import { getFormatter, getTranslations } from "../../../../lib/doors/words";
import { JournalNote } from "../../../../components/site/journal";
import { beginningOf } from "../../../../components/site/html-text";
import { PageData } from "../../../../components/site/json-script";
import { SmallMasthead } from "../../../../components/site/masthead";
import { breadcrumbData, journalData } from "../../../../components/site/structured-data";
import { findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { discussionBelow } from "../../discussion";
import { journalForms } from "../../forms";
import { pageFacts } from "../../page-facts";
import { sitePage } from "../../site-page";

/** One note of the journal. */
export const { GET, POST } = sitePage<{ id: string }>(async (asked, site) => {
  const [journal, t, format] = await Promise.all([
    findPlace(places["/journals/[id]"], asked.params),
    getTranslations("journalPages"),
    getFormatter(),
  ]);
  const discussion = await discussionBelow({ type: "JOURNAL", id: journal.id, url: journal.url }, asked);
  const beginning = beginningOf(journal.content);
  const facts = pageFacts({
    site,
    path: journal.url,
    title: t("one", { date: format.dateTime(journal.createTime, { dateStyle: "long" }) }),
    description: beginning,
    hidden: journal.type === "INTIMATE",
  });
  const body = (
    <>
      <SmallMasthead site={site} current="/journals" />
      <main id="main">
        <div className="notes alone">
          <p className="kicker">
            <a href="/journals">{t("title")}</a>
          </p>
          <JournalNote journal={journal} alone />
        </div>
        {discussion}
      </main>
      {journal.type === "PUBLIC" && (
        <PageData
          data={[
            journalData(site, journal, beginning),
            breadcrumbData(site, [
              { name: t("title"), url: "/journals" },
              { name: facts.shared?.title ?? "", url: journal.url },
            ]),
          ]}
        />
      )}
    </>
  );
  return { facts, body, about: { kind: "journal", id: journal.id, path: journal.url } };
}, journalForms);
