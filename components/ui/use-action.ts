"use client";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import type { Result } from "../../lib/doors/result";
import { inSession } from "./session";
import { sayDone, sayFailed } from "./toaster";
import { useFreshPage } from "./use-fresh-page";

/** Runs an action without a form: reports the result, offers Undo where there is a way back, refreshes the page. */
export function useAction() {
  const t = useTranslations("list");
  const ui = useTranslations("ui");
  const refresh = useFreshPage();
  const [isBusy, start] = useTransition();
  const run = <D>(ask: () => Promise<Result<D>>, text: string, back?: (answer: D) => Promise<Result<unknown>>): void =>
    start(async () => {
      const answer = await inSession(ask);
      if (answer?.ok)
        sayDone(text, back && { label: ui("undo"), run: () => run(() => back(answer.data), t("undone")) });
      else sayFailed(answer?.error.message ?? t("failed"));
      await refresh();
    });
  return { run, isBusy };
}
