"use client";

import { useActionState } from "react";
import { emptyFormState, type FormState } from "../../lib/doors/form-state";

type Props = {
  action: (state: FormState, data: FormData) => Promise<FormState>;
  token: string;
  words: { submit: string; failed: string };
};

/** One button. Rendered on the server, works without JavaScript. */
export function UnsubscribeForm({ action, token, words }: Props) {
  const [state, send] = useActionState(action, emptyFormState);
  return (
    <form action={send} className="unlock">
      {state.message && (
        <p className="error" role="alert">
          {words.failed}
        </p>
      )}
      <input type="hidden" name="token" value={token} />
      <button className="button">{words.submit}</button>
    </form>
  );
}
