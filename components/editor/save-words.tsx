"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useTimeZone } from "../ui/time-zone";
import type { ReactNode } from "react";
import type { Snapshot } from "./snapshot";

type Props = {
  snapshot: Snapshot<unknown>;
  isNew: boolean;
  fieldsWait: boolean;
  fieldsRefused: boolean;
  deviceRefuses: boolean;
  children?: ReactNode;
  kept: number;
  onKept: () => void;
  act: () => void;
  onShowRefused: () => void;
};

/**
 * The post's state (`children` begin with it) and the state of its saving in words; announced to screen readers when it
 * changes.
 */
export function SaveWords({
  snapshot,
  isNew,
  fieldsWait,
  fieldsRefused,
  deviceRefuses,
  children,
  kept,
  onKept,
  act,
  onShowRefused,
}: Props) {
  const t = useTranslations("editor.save");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const { state, savedAt, message, againAt } = snapshot;
  const clock = (at: number, more?: object) =>
    format.dateTime(new Date(at), { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone, ...more });
  const time = savedAt === null ? null : clock(savedAt);
  const saved = time ? t("savedAt", { time }) : isNew ? t("new") : t("saved");
  const words = {
    saved,
    dirty: t("dirty"),
    saving: t("saving"),
    offline: t(deviceRefuses ? "offlineOnly" : "offline"),
    busy: t("busy", { time: clock(againAt ?? 0, { second: "2-digit" }) }),
    conflict: t("conflict"),
    "signed-out": t("signedOut"),
    refused: fieldsRefused ? t("refused") : (message ?? t("refused")),
  }[state];
  const more = fieldsRefused ? t("fieldsRefused") : fieldsWait ? t("fieldsWait") : null;
  const isWell = state === "saved" || state === "dirty" || state === "saving";
  const choice = {
    conflict: t("compare"),
    "signed-out": t("signIn"),
    refused: t("again"),
    offline: t("again"),
    busy: t("again"),
  }[state as "conflict"];
  const [way, go] =
    fieldsRefused && (isWell || state === "refused") ? [t("showRefused"), onShowRefused] : [choice, act];
  return (
    <p className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-2.5 text-[0.82rem] text-soft">
      {children}
      <span role="status" data-save-state={state} className={isWell ? "" : "font-[540] text-wrong"}>
        {words}
        {more && <span className={fieldsRefused ? "font-[540] text-wrong" : "max-sm:hidden"}> · {more}</span>}
      </span>
      {way && (
        <button type="button" className="underline underline-offset-2" onClick={go}>
          {way}
        </button>
      )}
      {kept > 0 && (
        <button type="button" className="text-left text-ink underline underline-offset-2" onClick={onKept}>
          {t("kept", { count: kept })}
        </button>
      )}
    </p>
  );
}
