"use client";

import { useActionState } from "react";
import { emptyFormState, type FormState } from "../../lib/doors/form-state";
import { Field } from "./field";

type Props = {
  action: (state: FormState, data: FormData) => Promise<FormState>;
  slug: string;
  words: { password: string; submit: string };
  /** The words for each error code; `other` for the rest. */
  errors: Record<string, string>;
};

/** Asks for the password of a protected text. Rendered on the server, works without JavaScript. */
export function UnlockForm({ action, slug, words, errors }: Props) {
  const [state, send] = useActionState(action, emptyFormState);
  const code = state.fields?.password ?? state.message;
  const error = code === undefined ? undefined : (errors[code] ?? (/\s|[^\x20-\x7e]/.test(code) ? code : errors.other));
  return (
    <form action={send} className="unlock" noValidate>
      <input type="hidden" name="slug" value={slug} />
      <Field
        name="password"
        type="password"
        label={words.password}
        error={error}
        autoComplete="off"
        autoFocus={error !== undefined}
      />
      <button className="button">{words.submit}</button>
    </form>
  );
}
