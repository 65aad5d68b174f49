import { getFormatter, getTranslations } from "../../../../lib/doors/words";
import { Discussion } from "../../../../components/comments/discussion";
import { JournalNote } from "../../../../components/site/journal";
import { beginningOf } from "../../../../components/site/html-text";
import { JsonScript } from "../../../../components/site/json-script";
import { SmallMasthead } from "../../../../components/site/masthead";
import { journalData } from "../../../../components/site/structured-data";
import { getDiscussion } from "../../../../lib/features/comments/queries";
import { readAsVisitor, findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { discussionAt } from "../../discussion";
import { journalForms } from "../../forms";
import { pageFacts } from "../../page-facts";
import { sitePage } from "../../site-page";

/** One note of the journal. */
export const { GET, POST } = sitePage<{ id: string }>(async ({ params, query, state }, site) => {
  const [journal, t, format] = await Promise.all([
    findPlace(places["/journals/[id]"], params),
    getTranslations("journalPages"),
    getFormatter(),
  ]);
  const { page, replyTo, sent } = discussionAt(query);
  const discussion = await readAsVisitor(getDiscussion, { targetType: "JOURNAL", id: journal.id, page, replyTo });
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
        <Discussion
          discussion={discussion}
          target={{ type: "JOURNAL", id: journal.id, url: journal.url }}
          page={page}
          sent={sent}
          state={state("comment")}
        />
      </main>
      {journal.type === "PUBLIC" && (
        <JsonScript type="application/ld+json" data={journalData(site, journal, beginning)} />
      )}
    </>
  );
  return { facts, body };
}, journalForms);
