"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { Result } from "../../lib/doors/result";
import { inSession } from "./session";
import { sayDone, sayFailed } from "./toaster";

/** Runs an action without a form: reports the result and refreshes the page. */
export function useAction() {
  const t = useTranslations("list");
  const router = useRouter();
  const [isBusy, start] = useTransition();
  const run = <D>(ask: () => Promise<Result<D>>, text: string, undo?: { label: string; run: () => void }) =>
    start(async () => {
      const answer = await inSession(ask).catch(() => null);
      if (answer?.ok) sayDone(text, undo);
      else sayFailed(answer?.error.message ?? t("failed"));
      // Without an answer or a session, that would leave the page.
      if (answer && (answer.ok || answer.error.code !== "unauthenticated")) router.refresh();
    });
  return { run, isBusy };
}
