"use client";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Progress } from "../ui/progress";

type Props = { name: string; part: number; onCancel: () => void };

/** A file on its way, which can be stopped. */
export function Transfer({ name, part, onCancel }: Props) {
  const t = useTranslations("moving");
  return (
    <div className="rounded-lg border bg-raised p-4">
      <p className="mb-2 font-[540] break-words">{name}</p>
      <Progress label={t("sendingOf", { name })} part={part} />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <p className="mr-auto text-[0.86rem] text-soft tabular-nums">
          {part < 1 ? t("sending", { part: Math.floor(part * 100) }) : t("reading")}
        </p>
        <Button size="small" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
      <p className="mt-1 text-[0.86rem] text-soft">{t("stay")}</p>
    </div>
  );
}
