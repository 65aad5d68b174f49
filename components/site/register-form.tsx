"use client";

import { useActionState } from "react";
import { emptyFormState, type FormState } from "../../lib/doors/form-state";
import { Field } from "./field";

type Words = Record<"code" | "codeHint" | "username" | "usernameHint" | "email" | "password" | "passwordHint" | "submit" | "signIn", string>;
type Props = {
  action: (state: FormState, data: FormData) => Promise<FormState>;
  code: string;
  /** Whether the account is made with this form, or has been there. */
  isNew: boolean;
  words: Words;
  /** What to say for each error code; `other` for the rest. */
  errors: Record<string, string>;
};

/** Code, name, address and a password. Rendered on the server, it works without JavaScript. */
export function RegisterForm({ action, code, isNew, words, errors }: Props) {
  const [state, send] = useActionState(action, emptyFormState);
  const errorOf = (name: string) => state.fields?.[name] && (errors[state.fields[name]] ?? errors.other);
  const about = state.message && (Object.keys(state.fields ?? {}).length > 0 ? "check" : state.message);
  return (
    <form action={send} className="setup" noValidate>
      {about && (
        <p className="error" role="alert">
          {errors[about] ?? errors.other}
        </p>
      )}
      <Field name="code" label={words.code} hint={words.codeHint} error={errorOf("code")} autoComplete="off" spellCheck={false} autoCapitalize="none" defaultValue={code} autoFocus={code === ""} />
      <Field name="username" label={words.username} hint={isNew ? words.usernameHint : undefined} error={errorOf("username")} autoComplete="username" spellCheck={false} autoCapitalize="none" defaultValue={state.values?.username} autoFocus={code !== ""} />
      <Field name="email" type="email" label={words.email} error={errorOf("email")} autoComplete="email" defaultValue={state.values?.email} />
      <Field name="password" type="password" label={words.password} hint={words.passwordHint} error={errorOf("password")} autoComplete="new-password" />
      <button className="button">{words.submit}</button>
      <p className="hint">
        <a href="/login">{words.signIn}</a>
      </p>
    </form>
  );
}
