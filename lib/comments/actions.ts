"use server";

import { action } from "../doors/action";
import { formAction } from "../doors/form";
import type { FormState } from "../doors/form-state";
import { sitePath } from "../doors/site-path";
import { sendComment } from "./creating";
import { stopNotifications } from "./notifications";

/** People type addresses without what they begin with. */
const completed = (address: string | undefined) => (address && !/^[a-z][a-z0-9+.-]*:|^\//i.test(address) ? `https://${address}` : address);

/** The form below a text: leads back there and says what became of the comment. */
export async function sendCommentAction(state: FormState, form: FormData): Promise<FormState> {
  const back = sitePath(String(form.get("back")), "/");
  return formAction(sendComment, state, form, {
    input: ({ back: _back, authorUrl, ...fields }) => ({ ...fields, ...(authorUrl && { authorUrl: completed(authorUrl) }) }),
    redirectTo: ({ id, status }) => (status === "PUBLISHED" ? `${back}?sent=published#comment-${id}` : `${back}?sent=waiting#write`),
  });
}

/** The button behind the link in a mail about a reply. */
export async function unsubscribeAction(state: FormState, form: FormData): Promise<FormState> {
  return formAction(stopNotifications, state, form, { redirectTo: "/unsubscribe?done=yes" });
}

/** The same for a mail program, which asks nobody (RFC 8058). */
export const stopNotificationsAction = action(stopNotifications);
