import type { FormState } from "../../lib/doors/form-state";
import { useTranslations } from "../../lib/doors/words";
import { PageForm } from "../site/page-form";

type Props = { state: FormState; token: string };

/** One button, which works without JavaScript. */
function TokenForm({ name, failed, submit, state, token }: Props & { name: string; failed: string; submit: string }) {
  return (
    <PageForm name={name} className="unlock">
      {state.message && (
        <p className="error" role="alert">
          {failed}
        </p>
      )}
      <input type="hidden" name="token" value={token} />
      <button className="button">{submit}</button>
    </PageForm>
  );
}

/** Ends the mails about replies. */
export function UnsubscribeForm(props: Props) {
  const t = useTranslations("unsubscribe");
  return <TokenForm name="unsubscribe" failed={t("failed")} submit={t("submit")} {...props} />;
}

/** Agrees to them. */
export function ConfirmForm(props: Props) {
  const t = useTranslations("unsubscribe");
  return <TokenForm name="confirm" failed={t("confirmFailed")} submit={t("confirmSubmit")} {...props} />;
}
