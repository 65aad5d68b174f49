"use client";
import { useTranslations } from "next-intl";
import { setOptionsAction } from "../../app/admin/options/actions";
import { useAction } from "../ui/use-action";
import { useTimeZone } from "../ui/time-zone";

/** Says where days begin, and offers this browser's zone where it is another. */
export function ZoneNote({ timeZone, mayMove }: { timeZone: string; mayMove: boolean }) {
  const t = useTranslations("dashboard.views");
  const here = useTimeZone();
  const { run, isBusy } = useAction();
  const move = () =>
    run(
      () => setOptionsAction({ items: [{ key: "site_timezone", value: here }] }, { site_timezone: timeZone }),
      t("zoneMoved", { zone: here }),
    );
  return (
    <p className="mt-2 text-[0.82rem] text-soft">
      {t("counted", { zone: timeZone })}{" "}
      {mayMove && here !== timeZone && here !== "UTC" && (
        <button type="button" disabled={isBusy} onClick={move} className="underline underline-offset-3 hover:text-ink">
          {t("useZone", { zone: here })}
        </button>
      )}
    </p>
  );
}
