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

/** The words for each error code; `other` for the rest. */
const named: Readonly<Record<string, string>> = {
  required: "required",
  too_short: "required",
  too_long: "too_long",
  too_many: "too_many",
  wrong_value: "wrong_value",
  wrong_password: "wrong_value",
  wrong_format: "wrong_value",
  forbidden: "wrong_value",
  locked: "wrong_value",
  invalid: "wrong_value",
  not_found: "wrong_value",
};

/** Asks for the password of a protected text. The title of a private one is not shown. */
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
