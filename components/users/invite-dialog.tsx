"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createInvitationAction } from "../../app/admin/users/actions";
import type { Choice } from "../resource/resource";
import { LinkDialog } from "../account/link-dialog";
import { FormDialog } from "../resource/form-dialog";

type Props = { roles: readonly Choice[]; siteUrl: string; onClose: () => void };

/** Makes an invitation; its link is shown once. */
export function InviteDialog({ roles, siteUrl, onClose }: Props) {
  const t = useTranslations("users");
  const [code, setCode] = useState<string | null>(null);
  if (code !== null)
    return (
      <LinkDialog
        title={t("invited")}
        text={t("invitedText")}
        url={`${siteUrl}/register?code=${code}`}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t("invite")}
      description={t("inviteText")}
      words="users.invitation"
      fields={[
        { name: "role", kind: "choice", choices: roles },
        { name: "email", kind: "email", optional: true },
      ]}
      schema={async () => (await import("../../lib/features/accounts/schema")).newInvitation}
      values={{ role: "AUTHOR", email: null }}
      send={(values) => createInvitationAction(values)}
      done={(made) => {
        setCode(made.code);
        return null;
      }}
      action={t("makeInvitation")}
      onClose={onClose}
    />
  );
}
