import { getTranslations } from "next-intl/server";
import type { FormState } from "../../lib/doors/form-state";
import { FactorForm, ForgotForm, LoginForm } from "./login-form";

type Props = { action: (state: FormState, data: FormData) => Promise<FormState>; next: string; csrfToken: string };

const codes = [
  "unauthenticated",
  "mfa_required",
  "expired",
  "required",
  "too_long",
  "too_many",
  "stale",
  "unavailable",
  "storage_full",
  "other",
] as const;

async function words() {
  const t = await getTranslations("login");
  return { t, errors: Object.fromEntries(codes.map((code) => [code, t(`errors.${code}`)])) };
}

/** The sign-in page: name and password. */
export async function Login({
  site,
  mayRegister,
  ...form
}: Props & { site: string; mayRegister: boolean; error?: string }) {
  const { t, errors } = await words();
  return (
    <>
      <header className="heading">
        <h1>{t("title")}</h1>
        <p className="summary">{t("text", { site })}</p>
      </header>
      <LoginForm
        {...form}
        words={{
          username: t("username"),
          usernameHint: t("usernameHint"),
          password: t("password"),
          submit: t("submit"),
          forgot: t("forgot"),
        }}
        register={mayRegister ? t("register") : undefined}
        errors={errors}
      />
    </>
  );
}

type ForgotProps = { action: Props["action"]; site: string; mails: boolean; isSent: boolean };

/** The page for a forgotten password: has a link mailed, and answers the same whether the account exists. */
export async function Forgot({ action, site, mails, isSent }: ForgotProps) {
  const { t, errors } = await words();
  const text = isSent ? "forgotSent" : mails ? "forgotText" : "forgotNoMail";
  return (
    <>
      <header className="heading">
        <h1>{t(isSent ? "forgotSentTitle" : "forgotTitle")}</h1>
        <p className="summary" role={isSent ? "status" : undefined}>
          {t(text, { site })}
        </p>
      </header>
      {mails && !isSent ? (
        <ForgotForm
          action={action}
          words={{
            username: t("username"),
            usernameHint: t("usernameHint"),
            submit: t("forgotSubmit"),
            back: t("backToSignIn"),
          }}
          errors={errors}
        />
      ) : (
        <p className="hint">
          {isSent && (
            <>
              <a href="/login/forgot">{t("forgotAgain")}</a>
              {" · "}
            </>
          )}
          <a href="/login">{t("backToSignIn")}</a>
        </p>
      )}
    </>
  );
}

/** The second step: a code of the phone, or a recovery code. */
export async function Factor(form: Props) {
  const { t, errors } = await words();
  return (
    <>
      <header className="heading">
        <h1>{t("factorTitle")}</h1>
        <p className="summary">{t("factorText")}</p>
      </header>
      <FactorForm
        {...form}
        words={{ code: t("code"), codeHint: t("codeHint"), submit: t("factorSubmit"), back: t("startAgain") }}
        errors={{ ...errors, too_many: t("errors.factor_too_many") }}
      />
    </>
  );
}
