import type { Metadata } from "next";
import { getFormatter, getTranslations } from "../../../../lib/doors/words";
import { Discussion } from "../../../../components/comments/discussion";
import { JournalNote } from "../../../../components/site/journal";
import { beginningOf } from "../../../../components/site/html-text";
import { JsonScript } from "../../../../components/site/json-script";
import { SmallMasthead } from "../../../../components/site/masthead";
import { journalData } from "../../../../components/site/structured-data";
import { sendCommentAction } from "../../actions";
import { getDiscussion } from "../../../../lib/features/comments/queries";
import { readAsVisitor, findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { getSite } from "../../../../lib/features/site/queries";
import { discussionAt } from "../../discussion";
import { pageMetadata } from "../../page-metadata";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> };

const journalAt = ({ params }: Pick<Props, "params">) => findPlace(places["/journals/[id]"], params);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [site, journal, t, format] = await Promise.all([
    readAsVisitor(getSite, {}),
    journalAt(props),
    getTranslations("journalPages"),
    getFormatter(),
  ]);
  const title = t("one", { date: format.dateTime(journal.createTime, { dateStyle: "long" }) });
  return pageMetadata({
    site,
    path: journal.url,
    title,
    description: beginningOf(journal.content),
    hidden: journal.type === "INTIMATE",
  });
}

/** One note of the journal. */
export default async function JournalPage(props: Props) {
  const [site, journal, t] = await Promise.all([
    readAsVisitor(getSite, {}),
    journalAt(props),
    getTranslations("journalPages"),
  ]);
  const { page, replyTo, sent } = discussionAt(await props.searchParams);
  const discussion = await readAsVisitor(getDiscussion, { targetType: "JOURNAL", id: journal.id, page, replyTo });
  return (
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
          action={sendCommentAction}
        />
      </main>
      {journal.type === "PUBLIC" && (
        <JsonScript type="application/ld+json" data={journalData(site, journal, beginningOf(journal.content))} />
      )}
    </>
  );
}
