import type { FormState } from "../../lib/doors/form-state";
import { useTranslations } from "../../lib/doors/words";
import { PageForm } from "../site/page-form";

/** One button, which works without JavaScript. */
export function UnsubscribeForm({ state, token }: { state: FormState; token: string }) {
  const t = useTranslations("unsubscribe");
  return (
    <PageForm name="unsubscribe" className="unlock">
      {state.message && (
        <p className="error" role="alert">
          {t("failed")}
        </p>
      )}
      <input type="hidden" name="token" value={token} />
      <button className="button">{t("submit")}</button>
    </PageForm>
  );
}

/** The same for the link in the mail that asks. */
export function ConfirmForm({ state, token }: { state: FormState; token: string }) {
  const t = useTranslations("unsubscribe");
  return (
    <PageForm name="confirm" className="unlock">
      {state.message && (
        <p className="error" role="alert">
          {t("confirmFailed")}
        </p>
      )}
      <input type="hidden" name="token" value={token} />
      <button className="button">{t("confirmSubmit")}</button>
    </PageForm>
  );
}
