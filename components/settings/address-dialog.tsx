"use client";
import { useTranslations } from "next-intl";
import type { AddressChange } from "../../lib/features/site/schema";
import { ConfirmDialog } from "../ui/confirm-dialog";

/** `some`: only posts with some dates get another one. */
type Props = { change: NonNullable<AddressChange>; some: boolean; onAnswer: (agreed: boolean) => void };

/** Says by an example what becomes of the site's addresses, before it is done. */
export function AddressDialog({ change, some, onAnswer }: Props) {
  const t = useTranslations("settings.addresses");
  const row = (name: "present" | "coming") => (
    <span className="mt-2 block">
      <span className="block text-[0.8rem]">{t(name)}</span>
      <code className="block text-[0.86rem] break-all text-ink">{change[name]}</code>
    </span>
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      title={t("title")}
      text={
        <>
          {t(some ? "some" : "text")}
          {row("present")}
          {row("coming")}
          <span className="mt-3 block">{t("after")}</span>
        </>
      }
      action={t("action")}
      onConfirm={() => onAnswer(true)}
    />
  );
}
