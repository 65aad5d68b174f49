"use client";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { Result } from "../../lib/doors/result";
import { sayDone, sayFailed } from "./toaster";

/** Runs an action without a form: reports the result and refreshes the page. */
export function useAction() {
  const router = useRouter();
  const [isBusy, start] = useTransition();
  const run = <D>(ask: () => Promise<Result<D>>, text: string, undo?: { label: string; run: () => void }) =>
    start(async () => {
      const answer = await ask();
      if (answer.ok) sayDone(text, undo);
      else sayFailed(answer.error.message);
      router.refresh();
    });
  return { run, isBusy };
}
