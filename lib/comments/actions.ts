"use server";

import { action } from "../doors/action";
import { commentForm } from "../doors/commenting";
import { formAction } from "../doors/form";
import type { FormState } from "../doors/form-state";
import { stopNotifications } from "./notifications";

/** The form below a text. */
export async function sendCommentAction(state: FormState, form: FormData): Promise<FormState> {
  return commentForm(state, form);
}

/** The button behind the link in a mail about a reply. */
export async function unsubscribeAction(state: FormState, form: FormData): Promise<FormState> {
  return formAction(stopNotifications, state, form, { redirectTo: "/unsubscribe?done=yes" });
}

/** The same for a mail program, which asks nobody (RFC 8058). */
export const stopNotificationsAction = action(stopNotifications);
