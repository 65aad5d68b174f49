"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { Result } from "../../lib/doors/result";
import { inSession } from "./session";
import { sayDone, sayFailed } from "./toaster";

/** Runs an action without a form: reports the result, offers Undo where there is a way back, refreshes the page. */
export function useAction() {
  const t = useTranslations("list");
  const ui = useTranslations("ui");
  const router = useRouter();
  const [isBusy, start] = useTransition();
  const run = <D>(ask: () => Promise<Result<D>>, text: string, back?: (answer: D) => Promise<Result<unknown>>): void =>
    start(async () => {
      const answer = await inSession(ask).catch(() => null);
      if (answer?.ok)
        sayDone(text, back && { label: ui("undo"), run: () => run(() => back(answer.data), t("undone")) });
      else sayFailed(answer?.error.message ?? t("failed"));
      // Without an answer or a session, that would leave the page.
      if (answer && (answer.ok || answer.error.code !== "unauthenticated")) router.refresh();
    });
  return { run, isBusy };
}
