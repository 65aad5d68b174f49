import { getTranslations } from "next-intl/server";
import type { FormState } from "../../lib/doors/form-state";
import { SetupForm } from "./setup-form";

const codes = ["check", "required", "too_short", "too_long", "wrong_format", "taken", "conflict", "too_many", "unavailable", "storage_full", "other"] as const;
const ownCodes = ["username.wrong_format", "username.too_long", "email.wrong_format", "email.too_long", "password.too_short", "password.too_long"] as const;

/** The first page of a new site: its name and the first account. */
export async function Setup({ action }: { action: (state: FormState, data: FormData) => Promise<FormState> }) {
  const t = await getTranslations("setup");
  return (
    <>
      <header className="heading">
        <h1>{t("title")}</h1>
        <p className="summary">{t("text")}</p>
      </header>
      <SetupForm
        action={action}
        words={{ site: t("site"), account: t("account"), submit: t("submit") }}
        labels={{
          title: { label: t("siteTitle"), hint: t("siteTitleHint") },
          nickname: { label: t("nickname"), hint: t("nicknameHint") },
          username: { label: t("username"), hint: t("usernameHint") },
          email: { label: t("email"), hint: t("emailHint") },
          password: { label: t("password"), hint: t("passwordHint") },
        }}
        errors={Object.fromEntries([...codes, ...ownCodes].map((code) => [code, t(`errors.${code}`)]))}
      />
    </>
  );
}
