"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { changePasswordAction } from "../../app/admin/security/actions";
import { strengthOf } from "../../lib/text/password-strength";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { sayDone } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";
import { Failure } from "../ui/failure";
import { Panel } from "./panel";

/** `known`: facts about the owner, which the password must not contain. */
type Props = { username: string; known: readonly string[] };

/** Changes the password, given the current one. */
export function PasswordForm({ username, known }: Props) {
  const t = useTranslations("profile");
  // A new form after the change, so that nothing typed stays on the page.
  const [round, setRound] = useState(0);
  return (
    <Panel title={t("password")} text={t("passwordText")}>
      <Form
        key={round}
        username={username}
        known={known}
        onDone={() => {
          sayDone(t("passwordChanged"));
          setRound(round + 1);
        }}
      />
    </Panel>
  );
}

function Form({ username, known, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("profile");
  const { register, watch, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: async () => (await import("../../lib/features/accounts/credentials-schema")).passwordChange,
    values: { oldPassword: "", newPassword: "" },
    send: changePasswordAction,
    done: onDone,
  });
  const wish = watch("newPassword");
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <Field label={t("oldPassword")} error={errorOf("oldPassword")}>
        <Input {...register("oldPassword")} type="password" autoComplete="current-password" />
      </Field>
      <Field
        label={t("newPassword")}
        hint={wish === "" ? t("newPasswordHint") : t(`strength.${strengthOf(wish, known)}`)}
        error={errorOf("newPassword")}
      >
        <Input {...register("newPassword")} type="password" autoComplete="new-password" />
      </Field>
      <Failure text={failure} />
      <Button type="submit" disabled={isSubmitting} className="justify-self-start">
        {t("changePassword")}
      </Button>
    </form>
  );
}
