"use client";

import { useActionState } from "react";
import { emptyFormState, type FormState } from "../../lib/doors/form-state";
import { Field } from "./field";

const accountFields = [
  { name: "nickname", autoComplete: "name", maxLength: 255 },
  { name: "username", autoComplete: "username", maxLength: 50, spellCheck: false, autoCapitalize: "none" },
  { name: "email", type: "email", autoComplete: "email", maxLength: 127 },
  { name: "password", type: "password", autoComplete: "new-password" },
] as const;
const titleField = { name: "title", autoComplete: "off", maxLength: 255 } as const;

type Spec = (typeof accountFields)[number] | typeof titleField;
type Name = Spec["name"];

type Props = {
  action: (state: FormState, data: FormData) => Promise<FormState>;
  words: { site: string; account: string; submit: string };
  labels: Record<Name, { label: string; hint: string }>;
  /** What to say for each error code; `field.code` where a field has words of its own, `other` for the rest. */
  errors: Record<string, string>;
};

/** Names the site and makes the first account. Rendered on the server, it works without JavaScript. */
export function SetupForm({ action, words, labels, errors }: Props) {
  const [state, send] = useActionState(action, emptyFormState);
  const errorOf = (name: Name) => {
    const code = state.fields?.[name];
    return code === undefined ? undefined : (errors[`${name}.${code}`] ?? errors[code] ?? errors.other);
  };
  const firstWrong = [titleField, ...accountFields].find(({ name }) => errorOf(name))?.name;
  const about = firstWrong ? "check" : state.message;
  const field = (spec: Spec) => (
    <Field key={spec.name} {...spec} {...labels[spec.name]} error={errorOf(spec.name)} defaultValue={state.values?.[spec.name]} autoFocus={spec.name === firstWrong} />
  );
  return (
    <form action={send} className="setup" noValidate>
      {about && (
        <p className="error" role="alert">
          {errors[about] ?? (about.includes(" ") ? about : errors.other)}
        </p>
      )}
      <fieldset>
        <legend>{words.site}</legend>
        {field(titleField)}
      </fieldset>
      <fieldset>
        <legend>{words.account}</legend>
        {accountFields.map(field)}
      </fieldset>
      <button className="button">{words.submit}</button>
    </form>
  );
}
