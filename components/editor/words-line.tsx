"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { countWords } from "./outline";

/** How long the text is; counted when writing pauses (`changes`), not at each key. */
export function WordsLine({ changes, read }: { changes: number; read: () => string }) {
  const t = useTranslations("editor");
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `changes` stands for the text
  const count = useMemo(() => countWords(read()), [changes, read]);
  return <p className="editor-words">{t("words", { count, minutes: Math.max(1, Math.round(count / 230)) })}</p>;
}
