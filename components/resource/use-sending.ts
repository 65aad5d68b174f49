"use client";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import type { Result } from "../../lib/doors/result";
import { inSession } from "../ui/session";
import { sayDone, sayFailed } from "../ui/toaster";
import type { Send } from "./resource";
import { useFreshPage } from "../ui/use-fresh-page";

/** Sends changes of rows; each reports its result and offers Undo where there is a way back. */
export function useSending(words: string) {
  const t = useTranslations(words);
  const kit = useTranslations("list");
  const ui = useTranslations("ui");
  const refresh = useFreshPage();
  const [isBusy, start] = useTransition();

  const undo = (back: () => Promise<Result<unknown>>) =>
    start(async () => {
      const answer = await inSession(back);
      if (answer?.ok) sayDone(kit("undone"));
      else sayFailed(answer?.error.message ?? kit("failed"));
      await refresh();
    });

  const send = (ids: number[], ask: Send, done: string, after?: () => void) =>
    start(async () => {
      const answer = await inSession(() => ask(ids));
      if (!answer?.ok) {
        sayFailed(answer?.error.message ?? kit("failed"));
        // Something else is stored than what is shown.
        if (answer?.error.code === "stale") await refresh();
        return;
      }
      const { count, back, stopped } = answer.data;
      sayDone(t(`done.${done}`, { count }), back && { label: ui("undo"), run: () => undo(back) });
      if (stopped !== undefined) sayFailed(stopped ?? kit("failed"));
      after?.();
      await refresh();
    });
  return { send, isBusy };
}
