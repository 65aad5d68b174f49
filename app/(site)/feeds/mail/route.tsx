import { FollowForm } from "../../../../components/follow/follow-forms";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Notice } from "../../../../components/site/notice";
import { getTranslations } from "../../../../lib/doors/words";
import { followForms } from "../../forms";
import { sitePage } from "../../site-page";

/** Where readers leave an address to follow the site by mail. */
export const { GET, POST } = sitePage(async ({ query, state }, site) => {
  const t = await getTranslations("follow");
  const s = await getTranslations("site");
  const title = t("title", { site: site.title });
  const body = (
    <>
      <SmallMasthead site={site} />
      <main id="main">
        {query.sent ? (
          <Notice heading="h1" title={t("sentTitle")} text={t("sentText")} />
        ) : site.follow ? (
          <article className="story narrow">
            <header>
              <h1>{title}</h1>
              <p className="summary">{t("text")}</p>
            </header>
            <FollowForm state={state("follow")} />
          </article>
        ) : (
          <Notice
            heading="h1"
            title={t("offTitle")}
            text={t("offText")}
            action={{ href: "/feed.xml", label: s("feed") }}
          />
        )}
      </main>
    </>
  );
  return { facts: { title, robots: "noindex" }, body, ...(!site.follow && !query.sent && { status: 404 }) };
}, followForms);
