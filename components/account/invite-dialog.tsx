"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { createInvitationAction } from "../../app/admin/users/actions";
import type { User } from "../../lib/features/accounts/schema";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { useOperationForm } from "../ui/use-operation-form";
import { Failure } from "./failure";
import { LinkDialog } from "./link-dialog";

/** Makes an invitation; its link is shown once. */
export function InviteDialog({
  roles,
  siteUrl,
  onClose,
}: {
  roles: readonly User["role"][];
  siteUrl: string;
  onClose: () => void;
}) {
  const t = useTranslations("users");
  const ui = useTranslations("ui");
  const router = useRouter();
  const [code, setCode] = useState<string | null>(null);
  const { register, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: async () => (await import("../../lib/features/accounts/schema")).newInvitation,
    values: { role: "AUTHOR", email: null },
    send: (values) => createInvitationAction(values),
    done: (made) => {
      setCode(made.code);
      router.refresh();
    },
  });
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
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t("invite")} description={t("inviteText")}>
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
          <Field label={t("role")} hint={t("roleHint")} error={errorOf("role")}>
            <Select {...register("role")}>
              {roles.map((role) => (
                <option key={role} value={role}>
                  {t(`roles.${role}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t("inviteEmail")} hint={t("inviteEmailHint")} error={errorOf("email")}>
            <Input
              {...register("email", {
                setValueAs: (typed: unknown) =>
                  typeof typed === "string" && typed.trim() !== "" ? typed.trim() : null,
              })}
              type="email"
              autoComplete="off"
            />
          </Field>
          <Failure text={failure} />
          <DialogActions>
            <DialogClose asChild>
              <Button>{ui("cancel")}</Button>
            </DialogClose>
            <Button look="strong" type="submit" disabled={isSubmitting}>
              {t("makeInvitation")}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
