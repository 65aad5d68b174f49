"use client";
import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
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
  // React empties it when all that was sent is answered and the page shows it.
  const [sent, note] = useOptimistic<readonly (readonly number[])[], readonly number[]>([], (before, ids) => [
    ...before,
    ids,
  ]);

  const undo = (ids: readonly number[], back: () => Promise<Result<unknown>>) =>
    start(async () => {
      note(ids);
      const answer = await inSession(back);
      if (answer?.ok) sayDone(kit("undone"));
      else sayFailed(answer?.error.message ?? kit("failed"));
      await refresh();
    });

  const send = (ids: number[], ask: Send, done: string, after?: () => void) =>
    start(async () => {
      note(ids);
      const answer = await inSession(() => ask(ids));
      if (!answer?.ok) {
        sayFailed(answer?.error.message ?? kit("failed"));
        // Something else is stored than what is shown.
        if (answer?.error.code === "stale") await refresh();
        return;
      }
      const { count, back, stopped } = answer.data;
      sayDone(t(`done.${done}`, { count }), back && { label: ui("undo"), run: () => undo(ids, back) });
      if (stopped !== undefined) sayFailed(stopped ?? kit("failed"));
      after?.();
      await refresh();
    });
  /** Whether a change of some of these rows is on its way, or one of several rows; for one of another row nothing waits. */
  const isBusyWith = (ids: readonly number[]) =>
    sent.some((travelling) => travelling.length > 1 || ids.some((id) => travelling.includes(id)));
  return { send, isBusy, isBusyWith };
}
