"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { changePasswordAction } from "../../lib/auth/actions";
import { passwordChange } from "../../lib/auth/schema";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { sayDone } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";
import { Failure } from "./failure";
import { Panel } from "./panel";

/** What can honestly be said of a password from its length alone. */
const strengthOf = (password: string): "short" | "fair" | "good" => {
  const length = [...password].length;
  return length < 8 ? "short" : length < 14 ? "fair" : "good";
};

/** Changes the password, given the one in use. */
export function PasswordForm({ username }: { username: string }) {
  const t = useTranslations("profile");
  // A new form once it was changed: nothing typed stays on the page.
  const [round, setRound] = useState(0);
  return (
    <Panel title={t("password")} text={t("passwordText")}>
      <Form
        key={round}
        username={username}
        onDone={() => {
          sayDone(t("passwordChanged"));
          setRound(round + 1);
        }}
      />
    </Panel>
  );
}

function Form({ username, onDone }: { username: string; onDone: () => void }) {
  const t = useTranslations("profile");
  const { register, watch, submit, errorOf, failure, isSubmitting } = useOperationForm({ schema: passwordChange, values: { oldPassword: "", newPassword: "" }, send: changePasswordAction, done: onDone });
  const wish = watch("newPassword");
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <Field label={t("oldPassword")} error={errorOf("oldPassword")}>
        <Input {...register("oldPassword")} type="password" autoComplete="current-password" />
      </Field>
      <Field label={t("newPassword")} hint={wish === "" ? t("newPasswordHint") : t(`strength.${strengthOf(wish)}`)} error={errorOf("newPassword")}>
        <Input {...register("newPassword")} type="password" autoComplete="new-password" />
      </Field>
      <Failure text={failure} />
      <Button type="submit" disabled={isSubmitting} className="justify-self-start">
        {t("changePassword")}
      </Button>
    </form>
  );
}
