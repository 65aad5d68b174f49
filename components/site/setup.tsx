import { getTranslations } from "next-intl/server";
import type { PagedFormState } from "../../lib/doors/form-state";
import type { SetupStep } from "../../lib/features/accounts/schema";
import { siteSchemes } from "../../lib/core/appearance";
import { knownOptions } from "../../lib/core/settings";
import { siteLocales } from "../../lib/core/languages";
import { siteLooks } from "../../lib/core/looks";
import { SetupForm } from "./setup-form";

const codes = [
  "check",
  "own_password",
  "common_password",
  "required",
  "too_short",
  "too_long",
  "wrong_format",
  "taken",
  "conflict",
  "too_many",
  "stale",
  "unavailable",
  "storage_full",
  "other",
] as const;
const ownCodes = [
  "username.wrong_format",
  "username.too_long",
  "email.wrong_format",
  "email.too_long",
  "url.wrong_format",
  "password.too_short",
  "password.too_long",
  "postsPerPage.required",
  "postsPerPage.wrong_type",
  "postsPerPage.too_short",
  "postsPerPage.too_long",
] as const;

type Props = {
  action: (state: PagedFormState<SetupStep>, data: FormData) => Promise<PagedFormState<SetupStep>>;
  csrfToken: string;
  locale: string;
  address: string | null;
};

/** The first pages of a new site: the first account, the site's name, its look. */
export async function Setup({ action, csrfToken, locale, address }: Props) {
  const [t, looks] = await Promise.all([getTranslations("setup"), getTranslations("options.site_look.choices")]);
  return (
    <>
      <header className="heading">
        <h1>{t("title")}</h1>
        <p className="summary">{t("text")}</p>
      </header>
      <SetupForm
        action={action}
        csrfToken={csrfToken}
        locale={locale}
        address={address}
        words={{
          steps: t("steps"),
          account: t("account"),
          site: t("site"),
          look: t("look"),
          next: t("next"),
          back: t("back"),
          submit: t("submit"),
          moveIn: t("moveIn"),
          passwordKept: t("passwordKept"),
        }}
        labels={{
          nickname: { label: t("nickname"), hint: t("nicknameHint") },
          username: { label: t("username"), hint: t("usernameHint") },
          email: { label: t("email"), hint: t("emailHint") },
          password: { label: t("password"), hint: t("passwordHint") },
          title: { label: t("siteTitle"), hint: t("siteTitleHint") },
          description: { label: t("description"), hint: t("descriptionHint") },
          url: { label: t("url"), hint: t("urlHint") },
          locale: { label: t("locale"), hint: t("localeHint") },
          look: { label: t("siteLook"), hint: t("siteLookHint") },
          scheme: { label: t("scheme"), hint: t("schemeHint") },
          accent: { label: t("accent"), hint: t("accentHint") },
          postsPerPage: { label: t("postsPerPage"), hint: t("postsPerPageHint") },
        }}
        choices={{
          locale: Object.fromEntries(siteLocales.map((name) => [name, t(`locales.${name}`)])),
          look: Object.fromEntries(Object.keys(siteLooks).map((name) => [name, looks(name)])),
          scheme: Object.fromEntries(siteSchemes.map((name) => [name, t(`schemes.${name}`)])),
          accent: Object.fromEntries(
            knownOptions.site_accent.schema.options.map((name) => [name, t(`accents.${name}`)]),
          ),
        }}
        errors={Object.fromEntries([...codes, ...ownCodes].map((code) => [code, t(`errors.${code}`)]))}
      />
    </>
  );
}
