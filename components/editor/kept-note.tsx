"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDesk } from "../admin/desk";
import { late } from "../ui/late";
import { useCopies } from "./use-copies";

const KeptList = late(async () => (await import("./kept-list")).KeptList);

/** Says that this device has texts that the server does not have, and links to them. */
export function KeptNote() {
  const t = useTranslations("editor.kept");
  const copies = useCopies(useDesk().shell.userId) ?? [];
  const [isOpen, setOpen] = useState(false);
  if (copies.length === 0 && !isOpen) return null;
  return (
    <>
      <p role="status" className="mb-3 flex flex-wrap items-baseline gap-x-2 rounded-md border bg-raised px-3.5 py-2.5">
        {t("count", { count: copies.length })}
        <button
          type="button"
          className="underline underline-offset-2"
          onClick={() => setOpen(true)}
          {...KeptList.opener}
        >
          {t("show")}
        </button>
      </p>
      {isOpen && <KeptList copies={copies} onClose={() => setOpen(false)} />}
    </>
  );
}
