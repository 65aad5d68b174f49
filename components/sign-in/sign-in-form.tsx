"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Result } from "../../lib/doors/result";
import { Button } from "../ui/button";
import { DialogActions } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { fetchToken } from "../ui/next-auth";
import { useOperationForm } from "../ui/use-operation-form";

type Answer = Result<{ factorNeeded: boolean }>;
type Wish = { username: string; password: string; authcode?: string };

async function ask(wish: Wish, unreachable: string): Promise<Answer> {
  const response = await fetchToken()
    .then((csrfToken) =>
      fetch("/login/here", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...wish, csrfToken }),
      }),
    )
    .catch(() => null);
  return response?.ok
    ? ((await response.json()) as Answer)
    : { ok: false, error: { code: "unavailable", message: unreachable, fields: {} } };
}

/** The name of whoever was signed in and the password, then the second factor where there is one. */
export function SignInForm({ username, onBack }: { username: string; onBack: () => void }) {
  const t = useTranslations("editor.signIn");
  const [factor, setFactor] = useState(false);
  const { register, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: async () => (await import("../../lib/features/accounts/credentials-schema")).signInHere,
    values: { username, password: "", authcode: "" },
    send: async (values): Promise<Answer> => {
      const answer = await ask(values, t("unreachable"));
      if (answer.ok || (answer.error.code !== "unauthenticated" && answer.error.code !== "mfa_required")) return answer;
      // "Unauthenticated" means "sign in" elsewhere; here it is a wrong password.
      return {
        ok: false,
        error: { code: "invalid", message: t("wrong"), fields: factor ? { authcode: t("wrongCode") } : {} },
      };
    },
    done: ({ factorNeeded }) => (factorNeeded ? setFactor(true) : onBack()),
  });
  return (
    <form
      noValidate
      className="grid gap-3.5"
      onSubmit={(event) => {
        // React's events bubble from the dialog to the post's form around it.
        event.stopPropagation();
        void submit(event);
      }}
    >
      <Field label={t("username")} error={errorOf("username")} className={factor ? "hidden" : undefined}>
        <Input {...register("username")} autoComplete="username" spellCheck={false} autoCapitalize="none" />
      </Field>
      <Field label={t("password")} error={errorOf("password")} className={factor ? "hidden" : undefined}>
        <Input {...register("password")} type="password" autoComplete="current-password" autoFocus />
      </Field>
      {factor && (
        <Field label={t("code")} hint={t("codeHint")} error={errorOf("authcode")}>
          <Input
            {...register("authcode")}
            autoComplete="one-time-code"
            spellCheck={false}
            autoCapitalize="none"
            autoFocus
            className="max-w-56"
          />
        </Field>
      )}
      {failure && (
        <p role="alert" className="text-wrong">
          {failure}
        </p>
      )}
      <DialogActions>
        <Button look="strong" type="submit" disabled={isSubmitting}>
          {t("submit")}
        </Button>
      </DialogActions>
    </form>
  );
}
