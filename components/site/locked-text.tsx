import type { FormState } from "../../lib/doors/form-state";
import { useTranslations } from "../../lib/doors/words";
import type { PublicPost } from "../../lib/features/writing/schema";
import { Field } from "./field";
import { PageForm } from "./page-form";

type Props = {
  text: Pick<PublicPost, "status" | "title" | "slug">;
  /** Which form of the page it is. */
  form: string;
  state: FormState;
};

/** What each refusal is called; without words of its own it was not the right password, or something else. */
const named: Readonly<Record<string, string>> = {
  required: "required",
  too_short: "required",
  too_long: "too_long",
  too_many: "too_many",
  ...Object.fromEntries(
    ["wrong_value", "wrong_password", "wrong_format", "forbidden", "locked", "invalid", "not_found"].map((code) => [
      code,
      "wrong_value",
    ]),
  ),
};

/** Stands at the address of a text that needs a password, and asks for it. Of a private one not even the title is told. */
export function LockedText({ text, form, state }: Props) {
  const t = useTranslations("unlock");
  const code = state.fields?.password ?? state.message;
  const error = code === undefined ? undefined : t(`errors.${named[code] ?? "other"}`);
  return (
    <article className="story narrow">
      <header>
        <h1>{text.status === "INTIMATE" ? t("title") : text.title}</h1>
        <p className="summary">{t("text")}</p>
      </header>
      <PageForm name={form} className="unlock" noValidate>
        <input type="hidden" name="slug" value={text.slug} />
        <Field
          name="password"
          type="password"
          label={t("password")}
          error={error}
          autoComplete="off"
          autoFocus={error !== undefined}
        />
        <button className="button">{t("submit")}</button>
      </PageForm>
    </article>
  );
}
