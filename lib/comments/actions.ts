"use server";

import { formAction } from "../doors/form";
import type { FormState } from "../doors/form-state";
import { sitePath } from "../doors/site-path";
import { sendComment } from "./creating";

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
