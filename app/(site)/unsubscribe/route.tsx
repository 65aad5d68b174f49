import { getTranslations } from "../../../lib/doors/words";
import { UnsubscribeForm } from "../../../components/comments/unsubscribe-form";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { codeFrom } from "../../../lib/doors/page";
import { unsubscribeForms } from "../forms";
import { sitePage } from "../site-page";

/** Ends the mails about replies; the link is in each of them. */
export const { GET, POST } = sitePage(async ({ query: { token, done }, state }, site) => {
  const t = await getTranslations("unsubscribe");
  const body = (
    <>
      <SmallMasthead site={site} />
      <main id="main">
        {done ? (
          <Notice
            heading="h1"
            title={t("doneTitle")}
            text={t("doneText", { site: site.title })}
            action={{ href: "/", label: t("action") }}
          />
        ) : (
          <article className="story narrow">
            <header>
              <h1>{t("title")}</h1>
              <p className="summary">{t("text", { site: site.title })}</p>
            </header>
            <UnsubscribeForm state={state("unsubscribe")} token={codeFrom(token)} />
          </article>
        )}
      </main>
    </>
  );
  // Other sites must not learn the token; this site needs the form's origin.
  return { facts: { title: t("title"), robots: "noindex, nofollow", referrer: "same-origin" }, body };
}, unsubscribeForms);
