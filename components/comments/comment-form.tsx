import type { FormState } from "../../lib/doors/form-state";
import { useTranslations } from "../../lib/doors/words";
import { Field } from "../site/field";
import { PageForm } from "../site/page-form";

type Props = {
  state: FormState;
  /** Hidden fields: the target, the page, the signed time. */
  hidden: Record<string, string>;
  /** The name under which a signed-in person comments. */
  signedInAs: string | null;
};

/** The errors that have words of their own. */
const known = [
  "required",
  "too_long",
  "wrong_format",
  "wrong_scheme",
  "duplicate",
  "not_found",
  "too_many",
  "forbidden",
  "unavailable",
  "storage_full",
  "check",
];

type Reword = { state: FormState; id: number; content: string; back: string };

/** The words of one's own comment, for some minutes after it was sent. */
export function RewordForm({ state, id, content, back }: Reword) {
  const t = useTranslations("discussion");
  const code = state.fields?.content ?? state.message;
  return (
    <PageForm name="reword" className="comment-form" noValidate>
      <input type="hidden" name="commentId" value={id} />
      <input type="hidden" name="back" value={back} />
      <Field
        name="content"
        label={t("content")}
        hint={t("contentHint")}
        error={code && (code === "forbidden" ? t("editOver") : t(`errors.${known.includes(code) ? code : "other"}`))}
        defaultValue={state.values?.content ?? content}
        rows={6}
        maxLength={1023}
        autoFocus
      />
      <button className="button">{t("save")}</button>
    </PageForm>
  );
}

/** The comment form. Works without JavaScript, and keeps its input after an error. */
export function CommentForm({ state, hidden, signedInAs }: Props) {
  const t = useTranslations("discussion");
  const wordsFor = (code: string | undefined) => code && t(`errors.${known.includes(code) ? code : "other"}`);
  const [first] = Object.keys(state.fields ?? {});
  const field = (name: "author" | "content" | "email" | "authorUrl") => ({
    name,
    label: t(name),
    hint: t(`${name}Hint`),
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
    <PageForm name="comment" className="comment-form" noValidate>
      {about && (
        <p className="error" role="alert" tabIndex={-1} autoFocus={!first}>
          {about}
        </p>
      )}
      {Object.entries(unseen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field {...field("content")} rows={6} maxLength={1023} />
      {signedInAs !== null && (
        <div className="field">
          <p className="hint">{t("as", { name: signedInAs })}</p>
        </div>
      )}
      {signedInAs === null && (
        <>
          <div className="beside">
            <Field {...field("author")} autoComplete="name" maxLength={50} />
            <Field {...field("email")} type="email" autoComplete="email" maxLength={255} required={false} />
          </div>
          <Field {...field("authorUrl")} type="url" autoComplete="url" maxLength={255} required={false} />
          <p className="trap" aria-hidden="true">
            <label>
              Website
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </p>
          <label className="choice">
            <input type="checkbox" name="allowNotification" defaultChecked={state.values?.allowNotification === "on"} />
            {t("allowNotification")}
          </label>
        </>
      )}
      <button className="button">{t("submit")}</button>
    </PageForm>
  );
}
