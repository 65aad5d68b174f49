import { getTranslations } from "next-intl/server";
import type { FormState, RegisterState } from "../../lib/doors/form-state";
import { PasswordForm, RegisterForm } from "./register-form";

const codes = [
  "check",
  "wrong_code",
  "own_password",
  "common_password",
  "required",
  "too_short",
  "too_long",
  "wrong_format",
  "taken",
  "too_many",
  "stale",
  "forbidden",
  "unavailable",
  "storage_full",
  "other",
] as const;

type Action<S> = (state: S, data: FormData) => Promise<S>;

async function words() {
  const t = await getTranslations("register");
  const account = {
    nickname: t("nickname"),
    nicknameHint: t("nicknameHint"),
    username: t("username"),
    usernameHint: t("usernameHint"),
    email: t("email"),
    password: t("password"),
    passwordHint: t("passwordHint"),
    signIn: t("signIn"),
  };
  return { t, account, errors: Object.fromEntries(codes.map((each) => [each, t(`errors.${each}`)])) };
}

const Heading = ({ title, text }: { title: string; text: string }) => (
  <header className="heading">
    <h1>{title}</h1>
    <p className="summary">{text}</p>
  </header>
);

/** The registration page, with the code of an invitation or, where the owner allows it, a mailed one. */
export async function Register({
  site,
  action,
  csrfToken,
  code,
  open,
  asks,
}: {
  site: string;
  action: Action<RegisterState>;
  csrfToken: string;
  code: string;
  open: boolean;
  asks: boolean;
}) {
  const { t, account, errors } = await words();
  const mail = {
    email: t("email"),
    emailHint: t("emailHint"),
    mailSubmit: t("mailSubmit"),
    mailed: t("mailed"),
    again: t("again"),
    haveCode: t("haveCode"),
    signIn: t("signIn"),
  };
  const own = open && code === "";
  return (
    <>
      <Heading title={t("title")} text={t(own ? "openText" : "text", { site })} />
      <RegisterForm
        action={action}
        csrfToken={csrfToken}
        code={code}
        asks={asks}
        {...(own && { mail })}
        words={{
          ...account,
          code: t(own ? "openCode" : "code"),
          codeHint: t(own ? "openCodeHint" : "codeHint"),
          submit: t("submit"),
        }}
        errors={errors}
      />
    </>
  );
}

/** The page for a new password. */
export async function SetPassword({
  site,
  action,
  csrfToken,
  code,
}: {
  site: string;
  action: Action<FormState>;
  csrfToken: string;
  code: string;
}) {
  const { t, account, errors } = await words();
  return (
    <>
      <Heading title={t("setPasswordTitle")} text={t("setPasswordText", { site })} />
      <PasswordForm
        action={action}
        csrfToken={csrfToken}
        code={code}
        words={{ ...account, code: t("setPasswordCode"), codeHint: t("codeHint"), submit: t("setPasswordSubmit") }}
        errors={errors}
      />
    </>
  );
}
