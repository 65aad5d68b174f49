"use client";
import { useLocale } from "next-intl";
import { useCallback } from "react";
import { sizeText } from "../../lib/text/size";

/** Writes a number of bytes as the reader's language does: "2.4 MB". */
export function useSize(): (bytes: number) => string {
  const locale = useLocale();
  return useCallback((bytes) => sizeText(bytes, locale), [locale]);
}
