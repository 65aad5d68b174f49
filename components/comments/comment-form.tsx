"use client";

import { useActionState } from "react";
import { emptyFormState, type FormState } from "../../lib/doors/form-state";
import { Field } from "../site/field";

type Props = {
  action: (state: FormState, data: FormData) => Promise<FormState>;
  /** Hidden fields: the target, the page, the signed time. */
  hidden: Record<string, string>;
  /** The name under which a signed-in person comments. */
  signedInAs: string | null;
  words: Record<
    | "author"
    | "authorHint"
    | "content"
    | "contentHint"
    | "email"
    | "emailHint"
    | "authorUrl"
    | "authorUrlHint"
    | "allowNotification"
    | "submit",
    string
  >;
  /** The words for each error code; `other` for the rest. */
  errors: Record<string, string>;
};

/** The comment form. Rendered on the server, works without JavaScript, and keeps its input after an error. */
export function CommentForm({ action, hidden, signedInAs, words, errors }: Props) {
  const [state, send] = useActionState(action, emptyFormState);
  const wordsFor = (code: string | undefined) => code && (errors[code] ?? errors.other);
  const [first] = Object.keys(state.fields ?? {});
  const field = (name: "author" | "content" | "email" | "authorUrl") => ({
    name,
    label: words[name],
    error: wordsFor(state.fields?.[name]),
    defaultValue: state.values?.[name],
    autoFocus: first === name,
  });
  const about = state.fields?.parentId
    ? wordsFor("not_found")
    : state.message && wordsFor(first ? "check" : state.message);
  // The time of the first form, since correcting a word may be quick.
  const unseen = { ...hidden, ...(state.values?.stamp && { stamp: state.values.stamp }) };
  return (
    <form action={send} className="comment-form" noValidate>
      {about && (
        <p className="error" role="alert" tabIndex={-1} autoFocus={!first}>
          {about}
        </p>
      )}
      {Object.entries(unseen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field {...field("content")} hint={words.contentHint} rows={6} maxLength={1023} />
      {signedInAs !== null && (
        <div className="field">
          <p className="hint">{signedInAs}</p>
        </div>
      )}
      {signedInAs === null && (
        <>
          <div className="beside">
            <Field {...field("author")} hint={words.authorHint} autoComplete="name" maxLength={50} />
            <Field
              {...field("email")}
              hint={words.emailHint}
              type="email"
              autoComplete="email"
              maxLength={255}
              required={false}
            />
          </div>
          <Field
            {...field("authorUrl")}
            hint={words.authorUrlHint}
            type="url"
            autoComplete="url"
            maxLength={255}
            required={false}
          />
          <p className="trap" aria-hidden="true">
            <label>
              Website
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </p>
          <label className="choice">
            <input type="checkbox" name="allowNotification" defaultChecked={state.values?.allowNotification === "on"} />
            {words.allowNotification}
          </label>
        </>
      )}
      <button className="button">{words.submit}</button>
    </form>
  );
}
