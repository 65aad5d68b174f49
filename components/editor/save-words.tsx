"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useTimeZone } from "../ui/when";
import type { Snapshot } from "./autosave";

type Props = { snapshot: Snapshot<unknown>; isNew: boolean; live: boolean; inProgress: boolean; fieldsWait: boolean; fieldsRefused: boolean; act: () => void; onShowRefused: () => void };

/** Where the writing is, in words; spoken when it changes. */
export function SaveWords({ snapshot, isNew, live, inProgress, fieldsWait, fieldsRefused, act, onShowRefused }: Props) {
  const t = useTranslations("editor.save");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const { state, savedAt, message } = snapshot;
  const time = savedAt === null ? null : format.dateTime(new Date(savedAt), { hour: "2-digit", minute: "2-digit", hour12: false, timeZone });
  const saved = time ? t("savedAt", { time }) : isNew ? t("new") : t("saved");
  const words = { saved, dirty: t("dirty"), saving: t("saving"), offline: t("offline"), conflict: t("conflict"), "signed-out": t("signedOut"), refused: fieldsRefused ? t("refused") : (message ?? t("refused")) }[state];
  const more = fieldsRefused ? t("fieldsRefused") : fieldsWait ? t("fieldsWait") : live && inProgress && state === "saved" ? t("liveUnchanged") : null;
  const isWell = state === "saved" || state === "dirty" || state === "saving";
  const choice = { conflict: t("compare"), "signed-out": t("signIn"), refused: t("again"), offline: t("again") }[state as "conflict"];
  const [way, go] = fieldsRefused && (isWell || state === "refused") ? [t("showRefused"), onShowRefused] : [choice, act];
  return (
    <p className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-[0.82rem] text-soft">
      <span role="status" data-save-state={state} className={isWell ? "" : "font-[540] text-wrong"}>
        {words}
        {more && <span className={fieldsRefused ? "font-[540] text-wrong" : "max-sm:hidden"}> · {more}</span>}
      </span>
      {way && (
        <button type="button" className="underline underline-offset-2" onClick={go}>
          {way}
        </button>
      )}
    </p>
  );
}
