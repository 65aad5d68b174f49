"use client";

import { useActionState } from "react";
import { emptyFormState, type FormState } from "../../lib/doors/form-state";
import { errorWord } from "./error-word";
import { Field } from "./field";

type Props<W extends string> = {
  action: (state: FormState, data: FormData) => Promise<FormState>;
  /** The page to go to afterwards. */
  next: string;
  csrfToken: string;
  words: Record<W, string>;
  /** The words for each error code; `other` for the rest. */
  errors: Record<string, string>;
};

/** Asks for name and password; `register` links to registration. Rendered on the server, works without JavaScript. */
export function LoginForm({
  action,
  next,
  csrfToken,
  words,
  register,
  errors,
  error,
}: Props<"username" | "usernameHint" | "password" | "submit" | "forgot"> & {
  register: string | undefined;
  error?: string;
}) {
  const [state, send] = useActionState<FormState, FormData>(action, {
    ...emptyFormState,
    ...(error !== undefined && { message: error }),
  });
  const errorOf = (name: string) => state.fields?.[name] && errorWord(errors, state.fields[name]);
  const about = !state.fields?.username && !state.fields?.password && state.message;
  return (
    <form action={send} className="unlock" noValidate>
      {about && (
        <p className="error" role="alert">
          {errorWord(errors, about)}
        </p>
      )}
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="next" value={next} />
      <Field
        name="username"
        label={words.username}
        hint={words.usernameHint}
        error={errorOf("username")}
        autoComplete="username"
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={state.values?.username}
        autoFocus={!state.values?.username}
      />
      <Field
        name="password"
        type="password"
        label={words.password}
        error={errorOf("password")}
        autoComplete="current-password"
        autoFocus={!!state.values?.username}
      />
      <button className="button">{words.submit}</button>
      <p className="hint">
        <a href="/login/forgot">{words.forgot}</a>
        {register && (
          <>
            {" · "}
            <a href="/register">{register}</a>
          </>
        )}
      </p>
    </form>
  );
}

/** Asks for the account whose password was forgotten. */
export function ForgotForm({
  action,
  words,
  errors,
}: Omit<Props<"username" | "usernameHint" | "submit" | "back">, "next" | "csrfToken">) {
  const [state, send] = useActionState(action, emptyFormState);
  const code = state.fields?.username ?? state.message;
  return (
    <form action={send} className="unlock" noValidate>
      <Field
        name="username"
        label={words.username}
        hint={words.usernameHint}
        error={code && errorWord(errors, code)}
        autoComplete="username"
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={state.values?.username}
        autoFocus
      />
      <button className="button">{words.submit}</button>
      <p className="hint">
        <a href="/login">{words.back}</a>
      </p>
    </form>
  );
}

/** Asks for the second factor; accepts spaces and any digits. */
export function FactorForm({ action, next, csrfToken, words, errors }: Props<"code" | "codeHint" | "submit" | "back">) {
  const [state, send] = useActionState(action, emptyFormState);
  const code = state.fields?.code ?? (state.message === "unauthenticated" ? "expired" : state.message);
  return (
    <form action={send} className="unlock" noValidate>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="next" value={next} />
      <Field
        name="code"
        label={words.code}
        hint={words.codeHint}
        error={code && errorWord(errors, code)}
        autoComplete="one-time-code"
        spellCheck={false}
        autoCapitalize="none"
        autoFocus
      />
      <button className="button">{words.submit}</button>
      <p className="hint">
        <a href={`/login?next=${encodeURIComponent(next)}`}>{words.back}</a>
      </p>
    </form>
  );
}
