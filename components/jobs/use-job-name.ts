"use client";
import { useTranslations } from "next-intl";
import type { ListedJob } from "./list";

/** What kind of job it is, in the reader's language; of a kind without words, its title. */
export function useJobName(): (job: Pick<ListedJob, "kind" | "title">) => string {
  const t = useTranslations("jobs");
  return ({ kind, title }) => (t.has(`kinds.${kind}`) ? t(`kinds.${kind}`) : title);
}
