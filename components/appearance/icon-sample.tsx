"use client";
import { useTranslations } from "next-intl";
import { isUsable } from "../media/picker/usable";

/** The icon where visitors will see it: on a tab, and on a telephone. */
export function IconSample({ url, title }: { url: string; title: string }) {
  const t = useTranslations("appearance");
  if (!isUsable(url)) return null;
  return (
    <div role="img" aria-label={t("iconSample")} className="flex items-end gap-4 text-[0.78rem]">
      <span className="flex min-w-0 items-center gap-2 rounded-t-lg border border-b-0 bg-paper px-3 py-2">
        <img src={url} alt="" className="size-4 object-contain" />
        <span className="max-w-32 truncate">{title}</span>
      </span>
      <img src={url} alt="" className="size-15 rounded-[22%] border bg-white object-contain" />
    </div>
  );
}
