"use client";
import { useFormatter, useTranslations } from "next-intl";

/** How often something happened: a number in its column, in words on a phone, where columns have no headings. */
export function Times({ words, count }: { words: "redirects" | "missed"; count: number }) {
  const t = useTranslations(words);
  const format = useFormatter();
  return (
    <>
      <span className="max-sm:hidden">{format.number(count)}</span>
      <span className="sm:hidden">{t("times", { count })}</span>
    </>
  );
}
