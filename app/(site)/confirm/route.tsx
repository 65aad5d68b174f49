import { getTranslations } from "../../../lib/doors/words";
import { ConfirmForm } from "../../../components/comments/unsubscribe-form";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { codeFrom } from "../../../lib/doors/page";
import { confirmForms } from "../forms";
import { sitePage } from "../site-page";

/** Agrees to mails about replies; the link is in the mail that asks. Programs that check links change nothing. */
export const { GET, POST } = sitePage(async ({ query: { token, done }, state }, site) => {
  const t = await getTranslations("unsubscribe");
  const body = (
    <>
      <SmallMasthead site={site} />
      <main id="main">
        {done ? (
          <Notice
            heading="h1"
            title={t("confirmedTitle")}
            text={t("confirmedText")}
            action={{ href: "/", label: t("action") }}
          />
        ) : (
          <article className="story narrow">
            <header>
              <h1>{t("confirmTitle")}</h1>
              <p className="summary">{t("confirmText", { site: site.title })}</p>
            </header>
            <ConfirmForm state={state("confirm")} token={codeFrom(token)} />
          </article>
        )}
      </main>
    </>
  );
  // Other sites must not learn the token; this site needs the form's origin.
  return { facts: { title: t("confirmTitle"), robots: "noindex, nofollow", referrer: "same-origin" }, body };
}, confirmForms);
