"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { createPasswordCodeAction } from "../../app/admin/users/actions";
import { LinkDialog } from "../account/link-dialog";
import { useDesk } from "../admin/desk";
import { sayFailed } from "../ui/toaster";
import { inSession } from "../ui/session";

type Props = { user: { id: number; nickname: string }; onClose: () => void };

/** Makes a link with which somebody sets a new password; it is shown once. */
export function PasswordLink({ user, onClose }: Props) {
  const t = useTranslations("users");
  const list = useTranslations("list");
  const { siteUrl } = useDesk().shell;
  const [code, setCode] = useState<string | null>(null);
  const closing = useRef(onClose);
  useEffect(() => {
    closing.current = onClose;
  });
  useEffect(() => {
    let isShown = true;
    void inSession(() => createPasswordCodeAction({ userId: user.id })).then((answer) => {
      if (!isShown) return;
      if (answer?.ok) return setCode(answer.data.code);
      sayFailed(answer?.error.message ?? list("failed"));
      closing.current();
    });
    return () => {
      isShown = false;
    };
  }, [user.id, list]);
  if (code === null) return null;
  return (
    <LinkDialog
      title={t("codeTitle", { name: user.nickname })}
      text={t("codeText")}
      url={`${siteUrl}/set-password?code=${code}`}
      onClose={onClose}
    />
  );
}
