"use client";
import { useTranslations } from "next-intl";
import type { ImportItem } from "../../lib/features/moving/imports/schema";
import { type Dot, StateDot } from "../ui/badge";

const dots: Record<ImportItem["state"], Dot> = {
  WAITING: "due",
  RUNNING: "hidden",
  DONE: "good",
  FAILED: "wrong",
  CANCELLED: "quiet",
  UNDOING: "hidden",
  UNDONE: "quiet",
};

/** What has become of an import; of a dry run in words of its own. */
export function ImportState({ state, dryRun }: Pick<ImportItem, "state" | "dryRun">) {
  const t = useTranslations("imports");
  return <StateDot dot={dots[state]}>{t(dryRun && state === "DONE" ? "looked" : `states.${state}`)}</StateDot>;
}
