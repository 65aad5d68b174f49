"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback, useMemo } from "react";
import { sayFailed } from "./toaster";

/**
 * Whether another page can be asked for; says so where it cannot. Without a connection the framework would leave the
 * page, and what is typed, for the browser's own words.
 */
export function useMayGo(): () => boolean {
  const t = useTranslations("ui");
  return useCallback(() => {
    if (!navigator.onLine) sayFailed(t("offline"), "offline");
    return navigator.onLine;
  }, [t]);
}

type Go = (href: string, options?: { scroll: boolean }) => void;

/** Goes to pages of the dashboard by script. */
export function useDashboardRouter(): { push: Go; replace: Go } {
  const router = useRouter();
  const mayGo = useMayGo();
  return useMemo(
    () => ({
      push: (href, options) => {
        if (mayGo()) router.push(href, options);
      },
      replace: (href, options) => {
        if (mayGo()) router.replace(href, options);
      },
    }),
    [router, mayGo],
  );
}
