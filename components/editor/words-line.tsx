"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { countWords, countWordsIdly } from "./outline";

/** The length of the text; counted in idle moments when writing pauses (`changes`), so that no key waits for it. */
export function WordsLine({ changes, read }: { changes: number; read: () => string }) {
  const t = useTranslations("editor");
  const [count, setCount] = useState(() => countWords(read()));
  useEffect(() => (changes === 0 ? undefined : countWordsIdly(read(), setCount)), [changes, read]);
  return <p className="editor-words">{t("words", { count, minutes: Math.max(1, Math.round(count / 230)) })}</p>;
}
