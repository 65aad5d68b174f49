import { UnsubscribeForm } from "../../../components/comments/unsubscribe-form";
import { getTranslations } from "../../../lib/doors/words";
import { unsubscribeForms } from "../forms";
import { mailWishPage } from "../mail-wish";
import { sitePage } from "../site-page";

/** Ends the mails about replies; the link is in each of them. */
export const { GET, POST } = sitePage(async ({ query, state }, site) => {
  const t = await getTranslations("unsubscribe");
  return mailWishPage(site, query, {
    title: t("title"),
    text: t("text", { site: site.title }),
    doneTitle: t("doneTitle"),
    doneText: t("doneText", { site: site.title }),
    form: UnsubscribeForm,
    state: state("unsubscribe"),
  });
}, unsubscribeForms);
