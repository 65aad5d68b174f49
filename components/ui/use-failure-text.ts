"use client";
import { useTranslations } from "next-intl";

/** What to say of an action that was refused: in the reader's words where there are some, otherwise the sentence that came with it. */
export function useFailureText(): (error: { code: string; message: string }) => string {
  const t = useTranslations("ui.failures");
  return ({ code, message }) => (t.has(code) ? t(code) : message);
}
