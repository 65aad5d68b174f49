"use client";
import { useTranslations } from "next-intl";
import { useListing } from "./listing";
import type { Row } from "./resource";

/** The box that selects a row. */
export function RowBox({ row }: { row: Row }) {
  const { resource, selection } = useListing();
  const t = useTranslations("list");
  return (
    <input
      type="checkbox"
      checked={selection.isSelected(row.id)}
      onChange={() => selection.toggle(row.id)}
      aria-label={t("select", { name: resource.nameOf(row) })}
    />
  );
}
