"use client";
import { useTranslations } from "next-intl";
import { useListing } from "./listing";
import type { Row } from "./resource";

/** A label around a box, in which a thumb finds room: 44 pixels on a phone. */
export const boxRoom =
  "relative inline-grid cursor-pointer place-items-center before:absolute before:-inset-1.5 max-sm:before:-inset-3.5";

/** The box that selects a row. */
export function RowBox({ row }: { row: Row }) {
  const { resource, selection } = useListing();
  const t = useTranslations("list");
  return (
    <label className={boxRoom}>
      <input
        type="checkbox"
        className="relative z-1"
        checked={selection.isSelected(row.id)}
        onChange={() => selection.toggle(row.id)}
        aria-label={t("select", { name: resource.nameOf(row) })}
      />
    </label>
  );
}
