"use client";
import { useTranslations } from "next-intl";
import { LinkTabs } from "../ui/tabs";
import { missedList, redirectList } from "./list";

/** The two lists that belong together: where old addresses lead, and which ones lead nowhere. */
export function RedirectTabs({ at }: { at: "redirects" | "missed" }) {
  const t = useTranslations("redirects");
  return (
    <LinkTabs
      label={t("parts")}
      items={[
        { href: redirectList.path, label: t("title"), current: at === "redirects" },
        { href: missedList.path, label: t("toMissed"), current: at === "missed" },
      ]}
    />
  );
}
