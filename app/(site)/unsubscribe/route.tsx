import { UnfollowForm } from "../../../components/follow/follow-forms";
import { UnsubscribeForm } from "../../../components/comments/unsubscribe-form";
import { getTranslations } from "../../../lib/doors/words";
import { unsubscribeForms } from "../forms";
import { mailWishPage } from "../mail-wish";
import { sitePage } from "../site-page";

/** Ends mails about replies, or about new posts; the link is in each of them. */
export const { GET, POST } = sitePage(async ({ query, state }, site) => {
  if (query.list === "posts") {
    const t = await getTranslations("follow");
    return mailWishPage(site, query, {
      title: t("leaveTitle"),
      text: t("leaveText", { site: site.title }),
      doneTitle: t("leftTitle"),
      doneText: t("leftText", { site: site.title }),
      form: UnfollowForm,
      state: state("unfollow"),
    });
  }
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
