"use client";
import { useTranslations } from "next-intl";
import { useSize } from "../media/use-size";
import { Badge } from "../ui/badge";
import type { ListedExport } from "./list";

type Props = { row: ListedExport };

export function ExportWhat({ row }: Props) {
  const t = useTranslations("moveOut");
  const { server } = row;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {t(row.public ? "public" : row.personalData ? "personal" : "everything")}
      {server !== null && <Badge>{t("onServer", { server })}</Badge>}
    </span>
  );
}

export function ExportSize({ row: { size } }: Props) {
  const write = useSize();
  return <span className="whitespace-nowrap">{write(size)}</span>;
}
