"use client";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { copyText } from "../ui/clipboard";
import { sayDone, sayFailed } from "../ui/toaster";

/** Copies a text to the clipboard and confirms it; browsers allow that on secure addresses only. */
export function CopyButton({ text }: { text: string }) {
  const t = useTranslations("security");
  const copy = async () => {
    if (await copyText(text)) sayDone(t("copied"));
    else sayFailed(t("notCopied"));
  };
  return <Button onClick={() => void copy()}>{t("copy")}</Button>;
}
