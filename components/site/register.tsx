import { getTranslations } from "next-intl/server";
import type { FormState } from "../../lib/doors/form-state";
import { RegisterForm } from "./register-form";

const codes = ["check", "wrong_code", "required", "too_short", "too_long", "wrong_format", "taken", "too_many", "unavailable", "storage_full", "other"] as const;

type Props = { kind: "register" | "setPassword"; site: string; action: (state: FormState, data: FormData) => Promise<FormState>; code: string };

/** Two forms that begin with a code somebody was given: a new account, or a new password. */
export async function Register({ kind, site, action, code }: Props) {
  const t = await getTranslations("register");
  const [title, text] = kind === "register" ? [t("title"), t("text", { site })] : [t("setPasswordTitle"), t("setPasswordText", { site })];
  return (
    <>
      <header className="heading">
        <h1>{title}</h1>
        <p className="summary">{text}</p>
      </header>
      <RegisterForm
        action={action}
        code={code}
        isNew={kind === "register"}
        words={{
          code: t(kind === "register" ? "code" : "setPasswordCode"),
          codeHint: t("codeHint"),
          username: t("username"),
          usernameHint: t("usernameHint"),
          email: t("email"),
          password: t("password"),
          passwordHint: t("passwordHint"),
          submit: t(kind === "register" ? "submit" : "setPasswordSubmit"),
          signIn: t("signIn"),
        }}
        errors={Object.fromEntries(codes.map((each) => [each, t(`errors.${each}`)]))}
      />
    </>
  );
}
