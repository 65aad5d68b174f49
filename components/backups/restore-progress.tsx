"use client";
import { Check, Loader, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { cancelRestoreAction } from "../../app/admin/tools/backups/actions";
import type { RestoreStatus } from "../../lib/features/backups/schema";
import { useSize } from "../media/use-size";
import { JobBar } from "../moving/job-bar";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { useAction } from "../ui/use-action";
import { backupPlace } from "./list";
import { useFreshPage } from "../ui/use-fresh-page";

/** Milliseconds between two looks. */
const PAUSE_MS = 1000;

/** What the browser sees: besides the state, that the server answers nobody, or does not know this session any more. */
type Seen = "PREPARING" | "EXCHANGING" | "DONE" | "FAILED" | "CANCELLED" | "SIGNED OUT";
type Look = { seen: Seen; error: string | null; progress: RestoreStatus["progress"] };

async function look(): Promise<Look> {
  const answer = await fetch(`${backupPlace.path}/restore`, { redirect: "manual", cache: "no-store" }).catch(
    () => null,
  );
  if (answer === null || answer.status === 503) return { seen: "EXCHANGING", error: null, progress: null };
  // Whoever is not signed in is led away.
  if (!answer.ok) return { seen: "SIGNED OUT", error: null, progress: null };
  const { state, error, progress } = (await answer.json()) as RestoreStatus;
  return { seen: state === "NONE" ? "DONE" : state, error, progress };
}

const steps = ["PREPARING", "EXCHANGING", "DONE"] as const;

/** Follows a restore, and comes back when the site does. */
export function RestoreProgress({ onEnded }: { onEnded: () => void }) {
  const t = useTranslations("backups.restoring");
  const sayStep = useTranslations("backups.steps");
  const size = useSize();
  const refresh = useFreshPage();
  const { run, isBusy } = useAction();
  const [{ seen, error, progress }, setLook] = useState<Look>({ seen: "PREPARING", error: null, progress: null });
  const [isStopping, setStopping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    const again = async () => {
      const found = await look();
      if (left) return;
      setLook(found);
      if (found.seen === "CANCELLED") {
        void refresh();
        onEnded();
      } else if (found.seen === "DONE") window.location.assign(backupPlace.path);
      else if (found.seen === "SIGNED OUT")
        window.location.assign(`/login?next=${encodeURIComponent(backupPlace.path)}`);
      else if (found.seen !== "FAILED") timer = setTimeout(() => void again(), PAUSE_MS);
    };
    timer = setTimeout(() => void again(), PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [refresh, onEnded]);
  const at = seen === "PREPARING" ? 0 : seen === "EXCHANGING" ? 1 : 2;
  return (
    <Dialog open onOpenChange={() => seen === "FAILED" && onEnded()}>
      <DialogContent title={t("title")} still>
        {seen === "FAILED" ? (
          <>
            <p role="alert" className="flex gap-2.5">
              <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0 text-wrong" />
              <span>
                {t("failed")} {error}
              </span>
            </p>
            <DialogActions>
              <Button onClick={onEnded}>{t("close")}</Button>
            </DialogActions>
          </>
        ) : (
          <>
            <ol role="status" className="grid gap-2.5">
              {steps.map((step, index) => (
                <li key={step} className={index > at ? "flex gap-2.5 text-soft" : "flex gap-2.5"}>
                  {index < at ? (
                    <Check aria-hidden className="mt-1 size-4 shrink-0 text-good" />
                  ) : (
                    <Loader
                      aria-hidden
                      className={`mt-1 size-4 shrink-0 ${index === at ? "motion-safe:animate-spin" : "invisible"}`}
                    />
                  )}
                  {t(`steps.${step}`)}
                </li>
              ))}
            </ol>
            {seen === "PREPARING" ? (
              <div className="mt-4">
                <JobBar
                  label={sayStep(progress?.step ?? "UNPACKING")}
                  done={progress?.done ?? 0}
                  total={progress?.total ?? null}
                  startTime={null}
                  isStopping={isStopping}
                  isBusy={isBusy}
                  {...(progress?.step !== "RENDERING" && { write: size })}
                  onCancel={() => {
                    setStopping(true);
                    run(() => cancelRestoreAction({}), t("cancelling"));
                  }}
                />
              </div>
            ) : (
              <p className="mt-4 text-[0.88rem] text-soft">{t("leave")}</p>
            )}
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}
