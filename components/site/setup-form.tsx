"use client";

import { useActionState, useSyncExternalStore } from "react";
import type { PagedFormState } from "../../lib/doors/form-state";
import { siteSchemes } from "../../lib/core/appearance";
import { siteLocales } from "../../lib/core/languages";
import { siteLooks } from "../../lib/core/looks";
import { knownOptions } from "../../lib/core/settings";
import type { SetupStep } from "../../lib/features/accounts/schema";
import { Choice, Field, Picker } from "./field";

const account = [
  { name: "nickname", autoComplete: "name", maxLength: 255 },
  { name: "username", autoComplete: "username", maxLength: 50, spellCheck: false, autoCapitalize: "none" },
  { name: "email", type: "email", autoComplete: "email", maxLength: 127 },
  { name: "password", type: "password", autoComplete: "new-password" },
] as const;
const site = [
  { name: "title", autoComplete: "off", maxLength: 255 },
  { name: "description", autoComplete: "off", maxLength: 1023, required: false },
] as const;
const fieldsOf: Record<SetupStep, readonly string[]> = {
  account: account.map(({ name }) => name),
  site: [...site.map(({ name }) => name), "url", "locale"],
  look: ["look", "scheme", "accent", "postsPerPage"],
};
const steps = ["account", "site", "look"] as const;

type Props = {
  action: (state: PagedFormState<SetupStep>, data: FormData) => Promise<PagedFormState<SetupStep>>;
  csrfToken: string;
  /** The public pages' language nearest to the browser's. */
  locale: string;
  /** The browser's address as far as the server knows it; null where SITE_URL sets it and it is not asked for. */
  address: string | null;
  words: Record<"next" | "back" | "submit" | "moveIn" | "passwordKept" | "steps", string> & Record<SetupStep, string>;
  labels: Record<string, { label: string; hint?: string }>;
  /** The words for each value of a choice. */
  choices: Record<"locale" | "look" | "scheme" | "accent", Record<string, string>>;
  /** The words for each error code; `field.code` where a field has its own, `other` for the rest. */
  errors: Record<string, string>;
};

const never = () => () => undefined;

/** The first account, the site, its look: a page each. Rendered on the server, works without JavaScript. */
export function SetupForm({ action, csrfToken, locale, address, words, labels, choices, errors }: Props) {
  const [state, send] = useActionState(action, { ok: false, step: "account", keptPassword: "" });
  const { step, values = {}, keptPassword } = state;
  // Behind a proxy only the browser knows.
  const here = useSyncExternalStore(
    never,
    () => (address === null ? null : window.location.origin),
    () => address,
  );
  const errorOf = (name: string) => {
    const code = state.fields?.[name];
    return code === undefined ? undefined : (errors[`${name}.${code}`] ?? errors[code] ?? errors.other);
  };
  const firstWrong = fieldsOf[step].find(errorOf);
  const about = firstWrong ? "check" : state.message;
  const props = (name: string, fallback?: string) => ({
    name,
    label: labels[name]?.label ?? name,
    hint: labels[name]?.hint,
    error: errorOf(name),
    defaultValue: values[name] ?? fallback,
    autoFocus: name === (firstWrong ?? (step === "account" ? undefined : fieldsOf[step][0])),
  });
  const choose = (name: keyof typeof choices, options: readonly string[]) =>
    options.map((value) => ({ value, label: choices[name][value] ?? value }));
  return (
    <form action={send} className="setup" noValidate>
      <ol className="steps" aria-label={words.steps}>
        {steps.map((name) => (
          <li key={name} aria-current={name === step ? "step" : undefined}>
            {words[name]}
          </li>
        ))}
      </ol>
      {about && (
        <p className="error" role="alert">
          {errors[about] ?? errors.other}
        </p>
      )}
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="keptPassword" value={keptPassword} />
      {Object.entries(values).map(([name, value]) =>
        fieldsOf[step].includes(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {step === "account" &&
        account.map((spec) => (
          <Field
            key={spec.name}
            {...spec}
            {...props(spec.name)}
            {...(spec.name === "password" && keptPassword !== "" && { required: false, hint: words.passwordKept })}
          />
        ))}
      {step === "site" && (
        <>
          {site.map((spec) => (
            <Field key={spec.name} {...spec} {...props(spec.name)} />
          ))}
          {here !== null && (
            <Field
              key={here}
              type="url"
              autoComplete="off"
              maxLength={1023}
              required={false}
              spellCheck={false}
              {...props("url", here)}
            />
          )}
          <Picker {...props("locale", locale)} options={choose("locale", siteLocales)} />
        </>
      )}
      {step === "look" && (
        <>
          <Choice
            {...props("look", knownOptions.site_look.fallback)}
            options={choose("look", Object.keys(siteLooks))}
          />
          <Choice {...props("scheme", knownOptions.site_scheme.fallback)} options={choose("scheme", siteSchemes)} />
          <Choice
            {...props("accent", knownOptions.site_accent.fallback)}
            options={choose("accent", knownOptions.site_accent.schema.options)}
            swatch="accent"
          />
          <Field
            {...props("postsPerPage", String(knownOptions.posts_per_page.fallback))}
            type="number"
            min={1}
            max={100}
            autoComplete="off"
          />
        </>
      )}
      {/* Enter presses the first button. */}
      <p className="way">
        <button className="button" name="go" value="next">
          {step === "look" ? words.submit : words.next}
        </button>
        {step === "look" && (
          <button className="button quiet" name="go" value="move-in">
            {words.moveIn}
          </button>
        )}
        {step !== "account" && (
          <button className="button quiet" name="go" value="back">
            {words.back}
          </button>
        )}
      </p>
    </form>
  );
}
