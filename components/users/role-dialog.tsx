"use client";
import { useTranslations } from "next-intl";
import { updateUserAction } from "../../app/admin/users/actions";
import type { User } from "../../lib/features/accounts/schema";
import { FormDialog } from "../resource/form-dialog";

type Props = { person: User; roles: readonly User["role"][]; onClose: () => void };

/** Changes somebody's role, and the title below their texts. */
export function RoleDialog({ person, roles, onClose }: Props) {
  const t = useTranslations("users");
  return (
    <FormDialog
      title={t("person.changeTitle", { name: person.nickname })}
      description={t("person.changeText")}
      words="users.account"
      fields={[
        { name: "role", kind: "choice", choices: roles.map((role) => ({ id: role, name: t(`roles.${role}`) })) },
        { name: "title", kind: "text" },
      ]}
      schema={async () => (await import("../../lib/features/accounts/schema")).userChanges}
      values={{ userId: person.id, role: person.role, title: person.title }}
      record={person}
      send={(values, asRead) => updateUserAction(values, asRead)}
      done={({ nickname }) => t("changed", { name: nickname })}
      onClose={onClose}
    />
  );
}
