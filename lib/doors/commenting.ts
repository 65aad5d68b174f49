import { sendComment } from "../comments/creating";
import { ownProofOf } from "../comments/own";
import { rememberComment, sessionActor } from "./actor";
import { formAction } from "./form";
import type { FormState } from "./form-state";
import { sitePath } from "./site-path";

/** People type addresses without what they begin with. */
const completed = (address: string | undefined) =>
  address && !/^[a-z][a-z0-9+.-]*:|^\//i.test(address) ? `https://${address}` : address;

/** The form below a text: leads back there and says what became of the comment; one that waits is shown to this browser. */
export async function commentForm(state: FormState, form: FormData): Promise<FormState> {
  const back = sitePath(String(form.get("back")), "/");
  return formAction(sendComment, state, form, {
    as: sessionActor,
    input: ({ back: _back, authorUrl, ...fields }) => ({
      ...fields,
      ...(authorUrl && { authorUrl: completed(authorUrl) }),
    }),
    cookie: async ({ id, status }) => {
      if (status === "AUDITING") await rememberComment(ownProofOf(id), back.split(/[?#]/, 1)[0] ?? "/");
    },
    redirectTo: ({ id, status }) =>
      status === "PUBLISHED" ? `${back}?sent=published#comment-${id}` : `${back}?sent=waiting#write`,
  });
}
