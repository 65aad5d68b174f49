"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { countWordsIdly } from "./outline";

type Props = { changes: number; isThere: boolean; read: () => string };

/**
 * The length of the text: counted once its editor is there, and when writing pauses (`changes`), in idle moments, so
 * that no key waits for it.
 */
export function WordsLine({ changes, isThere, read }: Props) {
  const t = useTranslations("editor");
  const [count, setCount] = useState<number | null>(null);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `changes` stands for the text
  useEffect(() => (isThere ? countWordsIdly(read(), setCount) : undefined), [changes, isThere, read]);
  return (
    <p className="editor-words">
      {count !== null && t("words", { count, minutes: Math.max(1, Math.round(count / 230)) })}
    </p>
  );
}
