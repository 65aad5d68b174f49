"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createUserAction } from "../../app/admin/users/actions";
import type { Choice } from "../resource/resource";
import { LinkDialog } from "../account/link-dialog";
import { FormDialog } from "../resource/form-dialog";

type Props = { roles: readonly Choice[]; siteUrl: string; onClose: () => void };

/** Makes an account for somebody, who chooses a password by a link: mailed, or shown once where the site sends no mail. */
export function NewUserDialog({ roles, siteUrl, onClose }: Props) {
  const t = useTranslations("users");
  const [made, setMade] = useState<{ name: string; code: string } | null>(null);
  if (made)
    return (
      <LinkDialog
        title={t("codeTitle", { name: made.name })}
        text={t("newCodeText")}
        url={`${siteUrl}/set-password?code=${made.code}`}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t("new")}
      description={t("newText")}
      words="users.account"
      fields={[
        { name: "nickname", kind: "text" },
        { name: "username", kind: "text" },
        { name: "email", kind: "email" },
        { name: "role", kind: "choice", choices: roles },
        { name: "title", kind: "text" },
      ]}
      schema={async () => (await import("../../lib/features/accounts/schema")).newUserForm}
      values={{ nickname: "", username: "", email: "", title: "", role: "AUTHOR" }}
      send={(values) => createUserAction({ ...values, title: values.title.trim() || t(`roles.${values.role}`) })}
      done={({ nickname, setPasswordCode }) => {
        if (setPasswordCode === undefined) return t("madeAndMailed", { name: nickname });
        setMade({ name: nickname, code: setPasswordCode });
        return null;
      }}
      action={t("make")}
      onClose={onClose}
    />
  );
}
