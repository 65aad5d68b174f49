"use client";
import { useTranslations } from "next-intl";
import { useSize } from "../media/use-size";
import type { ListedExport } from "./list";

type Props = { row: ListedExport };

export function ExportWhat({ row }: Props) {
  const t = useTranslations("moveOut");
  return t(row.public ? "public" : row.personalData ? "personal" : "everything");
}

export function ExportSize({ row: { size } }: Props) {
  const write = useSize();
  return <span className="whitespace-nowrap">{write(size)}</span>;
}
