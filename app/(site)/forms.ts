import { confirmFollowing, follow, stopFollowing } from "../../lib/features/followers/following";
import { confirmReplies } from "../../lib/features/comments/confirming";
import { sendComment } from "../../lib/features/comments/creating";
import { rewordComment } from "../../lib/features/comments/rewording";
import { stopNotifications } from "../../lib/features/comments/notifications";
import { decideOnComment } from "../../lib/features/comments/queue/deciding";
import { ownProofOf } from "../../lib/features/comments/own";
import { action } from "../../lib/doors/action";
import { rememberComment, rememberProofs, sessionActor } from "../../lib/doors/actor";
import { formAction, textOf } from "../../lib/doors/form";
import type { FormState } from "../../lib/doors/form-state";
import { sitePath } from "../../lib/doors/site-path";
import { likeJournal } from "../../lib/features/journals/likes";
import { archiveUrl } from "../../lib/features/writing/posts/permalink";
import { unlockPost } from "../../lib/features/writing/posts/queries";
import { unlockSheet } from "../../lib/features/writing/sheets/queries";

/** People leave out the scheme of an address. */
const completed = (address: string | undefined) =>
  address && !/^[a-z][a-z0-9+.-]*:|^\//i.test(address) ? `https://${address}` : address;

/** The form below a text: leads back there and says what became of the comment; one that waits is shown to this browser. */
async function comment(form: FormData): Promise<FormState> {
  const back = sitePath(textOf(form, "back"), "/");
  return formAction(sendComment, form, {
    as: sessionActor,
    input: ({ back: _back, authorUrl, ...fields }) => ({
      ...fields,
      ...(authorUrl && { authorUrl: completed(authorUrl) }),
    }),
    // Its author may see it while it waits, and change it for a while.
    cookie: ({ id }) => rememberComment(ownProofOf(id)),
    redirectTo: ({ id, status }) =>
      status === "PUBLISHED" ? `${back}?sent=published#comment-${id}` : `${back}?sent=waiting#write`,
  });
}

/** New words of a comment that this browser has just sent. */
async function reword(form: FormData): Promise<FormState> {
  const back = sitePath(textOf(form, "back"), "/");
  return formAction(rewordComment, form, {
    as: sessionActor,
    input: ({ commentId = "", content = "" }) => ({ commentId, content }),
    redirectTo: ({ id, status }) =>
      status === "PUBLISHED" ? `${back}?comment=${id}#comment-${id}` : `${back}?sent=waiting#write`,
  });
}

/** The decision on a comment that waits below a text, by somebody who is signed in. */
async function decide(form: FormData): Promise<FormState> {
  const back = sitePath(textOf(form, "back"), "/");
  return formAction(decideOnComment, form, {
    as: sessionActor,
    input: ({ back: _back, ...fields }) => fields,
    redirectTo: ({ shown }) => (shown === null ? back : `${back}?comment=${shown}#comment-${shown}`),
  });
}

/** The button behind the link in a mail about a reply. */
async function unsubscribe(form: FormData): Promise<FormState> {
  return formAction(stopNotifications, form, { redirectTo: "/unsubscribe?done=yes" });
}

/** The button behind the link in the mail that asks whether replies are wanted. */
async function confirm(form: FormData): Promise<FormState> {
  return formAction(confirmReplies, form, { redirectTo: "/confirm?done=yes" });
}

/** The form of an address that wants new posts; says the same whatever is known of it. */
async function followSite(form: FormData): Promise<FormState> {
  return formAction(follow, form, { redirectTo: "/feeds/mail?sent=waiting" });
}

/** The button behind the link in the mail that asks whether posts are wanted. */
async function confirmFollow(form: FormData): Promise<FormState> {
  return formAction(confirmFollowing, form, { redirectTo: "/confirm?list=posts&done=yes" });
}

/** The button behind the link in a mail about posts. */
async function unfollow(form: FormData): Promise<FormState> {
  return formAction(stopFollowing, form, { redirectTo: "/unsubscribe?list=posts&done=yes" });
}

/** The same for mail programs, without a question (RFC 8058). */
export const stopFollowingAction = action(stopFollowing);
export const stopNotificationsAction = action(stopNotifications);

/** The button beside a journal, which leads on to it alone. */
async function like(form: FormData): Promise<FormState> {
  const id = Number(form.get("id"));
  return formAction(likeJournal, form, { input: () => ({ id }), redirectTo: `/journals/${id}` });
}

/** The form before what a password protects: the right one opens it in this browser. */
const unlocking =
  (unlock: typeof unlockPost, addressOf: (slug: string) => string) =>
  async (form: FormData): Promise<FormState> =>
    formAction(unlock, form, {
      redirectTo: addressOf(textOf(form, "slug")),
      cookie: ({ proofs }) => rememberProofs(proofs),
    });

/** What may be sent from each kind of page; a form names itself in its field `form`. */
export const postForms = { comment, reword, decide, unlock: unlocking(unlockPost, archiveUrl) };
export const topForms = {
  ...postForms,
  "unlock-sheet": unlocking(unlockSheet, (slug) => `/${encodeURIComponent(slug)}`),
};
export const journalForms = { comment, reword, decide, like };
export const journalListForms = { like };
export const unsubscribeForms = { unsubscribe, unfollow };
export const confirmForms = { confirm, "follow-confirm": confirmFollow };
export const followForms = { follow: followSite };
