"use client";
import { BellRing, HardDrive, MailX, type LucideIcon, RotateCcw, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { retryJobAction } from "../../app/admin/actions";
import type { Home } from "../../lib/features/statistics/home-schema";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { useAction } from "../ui/use-action";
import { Bytes } from "./bytes";

const Notice = ({ icon: Icon, text, action }: { icon: LucideIcon; text: ReactNode; action: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-3 rounded-md border bg-raised px-3 py-2.5 text-[0.9rem]">
    <Icon aria-hidden className="size-4 shrink-0 text-soft" />
    <p className="min-w-52 grow basis-0 break-words">{text}</p>
    {action}
  </li>
);

/** What needs attention, each with what to do. */
export function Notices({ hasNoSecondFactor, sendsNoMail, failedJobs, storage, steps }: Home) {
  const t = useTranslations("dashboard.notices");
  const { run, isBusy } = useAction();
  const isShort = storage !== null && storage.disk.state !== "ENOUGH";
  // The first steps say the same of mail.
  const needsMail = sendsNoMail && steps === null;
  return (
    <ul aria-label={t("title")} className="mb-4 grid gap-2 empty:hidden">
      {isShort && (
        <Notice
          icon={HardDrive}
          text={t.rich(storage.disk.state === "LOW" ? "diskLow" : "diskFull", {
            free: () => <Bytes of={storage.disk.freeBytes} />,
          })}
          action={
            <Button asChild size="small">
              <Link href="/admin/posts?state=bin">{t("toBin")}</Link>
            </Button>
          }
        />
      )}
      {failedJobs.items.map(({ id, title }) => (
        <Notice
          key={id}
          icon={BellRing}
          text={t("failed", { title })}
          action={
            <Button
              size="small"
              disabled={isBusy}
              aria-label={t("retryOf", { title })}
              onClick={() => run(() => retryJobAction({ jobId: id }), t("retried"))}
            >
              <RotateCcw aria-hidden />
              {t("retry")}
            </Button>
          }
        />
      ))}
      {hasNoSecondFactor && (
        <Notice
          icon={ShieldAlert}
          text={t("noSecondFactor")}
          action={
            <Button asChild size="small">
              <Link href="/admin/security">{t("toSecurity")}</Link>
            </Button>
          }
        />
      )}
      {needsMail && (
        <Notice
          icon={MailX}
          text={t("noMail")}
          action={
            <Button asChild size="small">
              <Link href="/admin/settings/mail">{t("toMail")}</Link>
            </Button>
          }
        />
      )}
    </ul>
  );
}
