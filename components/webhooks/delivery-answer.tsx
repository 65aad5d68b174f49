"use client";
import { useTranslations } from "next-intl";
import { StateDot } from "../ui/badge";
import type { ListedDelivery } from "./list";

/** What the receiver answered, or why there is no answer. */
export function DeliveryAnswer({ row: { status, error, duration } }: { row: ListedDelivery }) {
  const t = useTranslations("deliveries");
  const isTaken = error === "";
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5">
      <StateDot dot={isTaken ? "good" : "wrong"}>{isTaken ? t("taken") : t("notTaken")}</StateDot>
      <span className="text-soft">
        {status === null ? t("noAnswer") : t("answered", { status: String(status) })}
        {" · "}
        {t("duration", { duration })}
      </span>
    </span>
  );
}
