import type { FormState } from "../../lib/doors/form-state";
import { useTranslations } from "../../lib/doors/words";
import { Field } from "../site/field";
import { PageForm } from "../site/page-form";

type Props = { state: FormState; token: string };
const known = ["required", "wrong_format", "too_long", "too_many"];

/** How often mails come. */
function Rhythm({ chosen = "EACH" }: { chosen?: string | undefined }) {
  const t = useTranslations("follow");
  return (
    <fieldset>
      <legend>{t("rhythm")}</legend>
      {(["EACH", "WEEKLY"] as const).map((rhythm) => (
        <label key={rhythm} className="choice">
          <input type="radio" name="rhythm" value={rhythm} defaultChecked={rhythm === chosen} />
          {t(rhythm === "EACH" ? "each" : "weekly")}
        </label>
      ))}
    </fieldset>
  );
}

/** Asks for an address, whatever is known of it. */
export function FollowForm({ state }: { state: FormState }) {
  const t = useTranslations("follow");
  const code = state.fields?.email ?? state.message;
  return (
    <PageForm name="follow" className="comment-form" noValidate>
      <Field
        name="email"
        type="email"
        label={t("email")}
        error={code && t(`errors.${known.includes(code) ? code : "other"}`)}
        autoComplete="email"
        maxLength={255}
        defaultValue={state.values?.email}
        autoFocus={code !== undefined}
      />
      <Rhythm chosen={state.values?.rhythm} />
      <p className="trap" aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <button className="button">{t("submit")}</button>
    </PageForm>
  );
}

/** The link did not work. */
function Failed({ state }: { state: FormState }) {
  const t = useTranslations("follow");
  return state.message ? (
    <p className="error" role="alert">
      {t("failed")}
    </p>
  ) : null;
}

/** Confirms that posts are wanted, and how often. */
export function ConfirmFollowForm({ state, token, rhythm }: Props & { rhythm?: string | undefined }) {
  const t = useTranslations("follow");
  return (
    <PageForm name="follow-confirm" className="comment-form">
      <Failed state={state} />
      <input type="hidden" name="token" value={token} />
      <Rhythm chosen={state.values?.rhythm ?? rhythm} />
      <button className="button">{t("confirmSubmit")}</button>
    </PageForm>
  );
}

/** Ends the mails, or leads to where one changes how often they come. */
export function UnfollowForm({ state, token }: Props) {
  const t = useTranslations("follow");
  return (
    <PageForm name="unfollow" className="comment-form">
      <Failed state={state} />
      <input type="hidden" name="token" value={token} />
      <button className="button">{t("leaveSubmit")}</button>
      <p className="hint">
        <a href={`/confirm?list=posts&token=${encodeURIComponent(token)}`}>{t("change")}</a>
      </p>
    </PageForm>
  );
}
