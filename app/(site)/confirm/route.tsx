import { ConfirmFollowForm } from "../../../components/follow/follow-forms";
import { ConfirmForm } from "../../../components/comments/unsubscribe-form";
import { codeFrom, readAsVisitor } from "../../../lib/doors/page";
import { getTranslations } from "../../../lib/doors/words";
import { getFollowWish } from "../../../lib/features/followers/following";
import { confirmForms } from "../forms";
import { mailWishPage } from "../mail-wish";
import { sitePage } from "../site-page";

/** Agrees to mails about replies, or about new posts; the link is in the mail that asks. */
export const { GET, POST } = sitePage(async ({ query, state }, site) => {
  if (query.list === "posts") {
    const t = await getTranslations("follow");
    const wish = await readAsVisitor(getFollowWish, { token: codeFrom(query.token) });
    return mailWishPage(site, query, {
      title: t("confirmTitle"),
      text: t("confirmText", { site: site.title }),
      doneTitle: t("confirmedTitle"),
      doneText: t("confirmedText"),
      form: (given) => <ConfirmFollowForm {...given} rhythm={wish?.rhythm} />,
      state: state("follow-confirm"),
    });
  }
  const t = await getTranslations("unsubscribe");
  return mailWishPage(site, query, {
    title: t("confirmTitle"),
    text: t("confirmText", { site: site.title }),
    doneTitle: t("confirmedTitle"),
    doneText: t("confirmedText"),
    form: ConfirmForm,
    state: state("confirm"),
  });
}, confirmForms);
