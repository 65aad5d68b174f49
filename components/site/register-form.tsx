"use client";

import { useActionState } from "react";
import { emptyFormState, type FormState, type RegisterState } from "../../lib/doors/form-state";
import { errorWord } from "./error-word";
import { Field } from "./field";

type Action<S> = (state: S, data: FormData) => Promise<S>;
type Words<K extends string> = Record<K, string>;
type AccountWords = Words<
  | "code"
  | "codeHint"
  | "nickname"
  | "nicknameHint"
  | "username"
  | "usernameHint"
  | "email"
  | "password"
  | "passwordHint"
  | "submit"
  | "signIn"
>;
type MailWords = Words<"email" | "emailHint" | "mailSubmit" | "mailed" | "again" | "haveCode" | "signIn">;
/** The words for each error code; `other` for the rest. */
type Errors = Record<string, string>;
type FormProps<S> = { state: S; send: (data: FormData) => void; errors: Errors };

/** The errors of the form and of each field. */
function saidOf({ message, fields }: FormState, errors: Errors) {
  const about = message && (Object.keys(fields ?? {}).length > 0 ? "check" : message);
  return {
    alert: about && errorWord(errors, about),
    of: (name: string) => fields?.[name] && errorWord(errors, fields[name]),
  };
}

const Alert = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className="error" role="alert">
      {text}
    </p>
  ) : null;

/** Code, name, address and a password; `isNew` where the form makes the account. */
function AccountForm({
  state,
  send,
  errors,
  words,
  csrfToken,
  code,
  isNew,
  mail,
}: FormProps<FormState> & { words: AccountWords; csrfToken: string; code: string; isNew: boolean; mail?: MailWords }) {
  const said = saidOf(state, errors);
  return (
    <form action={send} className="setup" noValidate>
      <Alert text={said.alert} />
      <input type="hidden" name="csrfToken" value={csrfToken} />
      {state.ok && mail && (
        <p className="hint" role="status">
          {mail.mailed}
        </p>
      )}
      <Field
        name="code"
        label={words.code}
        hint={words.codeHint}
        error={said.of("code")}
        autoComplete={mail ? "one-time-code" : "off"}
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={code}
        autoFocus={code === ""}
      />
      {isNew && (
        <Field
          name="nickname"
          label={words.nickname}
          hint={words.nicknameHint}
          error={said.of("nickname")}
          autoComplete="name"
          defaultValue={state.values?.nickname}
          required={false}
          autoFocus={code !== ""}
        />
      )}
      <Field
        name="username"
        label={words.username}
        hint={isNew ? words.usernameHint : undefined}
        error={said.of("username")}
        autoComplete="username"
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={state.values?.username}
        autoFocus={code !== "" && !isNew}
      />
      <Field
        name="email"
        type="email"
        label={words.email}
        error={said.of("email")}
        autoComplete="email"
        defaultValue={state.values?.email}
      />
      <Field
        name="password"
        type="password"
        label={words.password}
        hint={words.passwordHint}
        error={said.of("password")}
        autoComplete="new-password"
      />
      <button className="button">{words.submit}</button>
      <p className="hint">
        {mail && (
          <>
            <a href="/register">{mail.again}</a>
            {" · "}
          </>
        )}
        <a href="/login">{words.signIn}</a>
      </p>
    </form>
  );
}

/** Asks where to mail a code. */
function MailForm({ state, send, errors, words }: FormProps<FormState> & { words: MailWords }) {
  const said = saidOf(state, errors);
  return (
    <form action={send} className="setup" noValidate>
      <Alert text={said.alert} />
      <input type="hidden" name="step" value="mail" />
      <Field
        name="email"
        type="email"
        label={words.email}
        hint={words.emailHint}
        error={said.of("email")}
        autoComplete="email"
        defaultValue={state.values?.email}
        autoFocus
      />
      <button className="button">{words.mailSubmit}</button>
      <p className="hint">
        <a href="/register?code=">{words.haveCode}</a>
        {" · "}
        <a href="/login">{words.signIn}</a>
      </p>
    </form>
  );
}

type Props = { csrfToken: string; code: string; words: AccountWords; errors: Errors };

/** Sets a new password with a code. Rendered on the server, works without JavaScript. */
export function PasswordForm({ action, ...rest }: Props & { action: Action<FormState> }) {
  const [state, send] = useActionState(action, emptyFormState);
  return <AccountForm state={state} send={send} isNew={false} {...rest} />;
}

/**
 * Makes an account with a code. `mail`: strangers may have one mailed; `asks`: this is the first step. Works without
 * JavaScript.
 */
export function RegisterForm({
  action,
  mail,
  asks,
  ...rest
}: Props & { action: Action<RegisterState>; mail?: MailWords; asks: boolean }) {
  const [state, send] = useActionState<RegisterState, FormData>(action, {
    ...emptyFormState,
    step: mail && asks ? "mail" : "account",
  });
  return mail && state.step === "mail" ? (
    <MailForm state={state} send={send} words={mail} errors={rest.errors} />
  ) : (
    <AccountForm state={state} send={send} isNew mail={mail} {...rest} />
  );
}
