"use client";
import { useTranslations } from "next-intl";
import { useContext } from "react";
import type { z } from "zod";
import { restoreBackupAction } from "../../app/admin/tools/backups/actions";
import type { restoreWish } from "../../lib/features/backups/schema";
import { FormDialog } from "../resource/form-dialog";
import type { FormField } from "../resource/form-fields";
import type { ActionDialog } from "../resource/resource";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import type { ListedBackup } from "./list";
import { ReplacedTable } from "./replaced-table";
import { RestoreFacts } from "./restore-facts";

type Values = z.input<typeof restoreWish>;

/** Asks before a backup replaces the site, and says what becomes of what is here. */
export const RestoreDialog: ActionDialog<ListedBackup> = ({ row, onClose }) => {
  const t = useTranslations("backups.restore");
  const facts = useContext(RestoreFacts);
  if (!row || !facts) return null;
  const { present, hasSecondFactor, onBegun } = facts;
  const fields: FormField<Values>[] = [
    { name: "confirm", kind: "text" },
    {
      name: "currentPassword",
      kind: "own",
      field: ({ label, hint, error, value, onChange, onBlur }) => (
        <Field label={label} {...(hint && { hint })} {...(error && { error })}>
          <Input
            type="password"
            autoComplete="current-password"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        </Field>
      ),
    },
    ...(hasSecondFactor ? [{ name: "authcode", kind: "text" } as const] : []),
  ];
  const points = ["texts", "people", "sessions", "kept", ...(row.withKey ? [] : ["key"])] as const;
  return (
    <FormDialog<Values, unknown>
      title={t("title")}
      words="backups.restore"
      fields={fields}
      schema={async () => (await import("../../lib/features/backups/schema")).restoreWish}
      values={{ name: row.name, currentPassword: "", confirm: "", ...(hasSecondFactor && { authcode: "" }) }}
      send={(values) => restoreBackupAction(values)}
      done={() => {
        onClose();
        onBegun();
        return null;
      }}
      onClose={onClose}
      action={t("do")}
      grave
    >
      <ReplacedTable backup={row} present={present} />
      <ul className="grid list-disc gap-1 pl-5 text-[0.88rem] text-soft">
        {points.map((point) => (
          <li key={point}>{t(`points.${point}`)}</li>
        ))}
      </ul>
      <p className="text-[0.88rem]">
        {t("nameToType")} <code className="text-[0.8rem] wrap-anywhere select-all">{row.name}</code>
      </p>
    </FormDialog>
  );
};
