"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { UploadList } from "./upload-list";
import type { Upload, UploadQueue } from "./upload-queue";

type Props = { uploads: readonly Upload[]; queue: UploadQueue };

/** The uploads of this tab, over a corner of the page; those that went wrong stand first. */
export function UploadTray({ uploads, queue }: Props) {
  const t = useTranslations("media.uploads");
  if (uploads.length === 0) return null;
  const of = (...states: Upload["state"][]) => uploads.filter(({ state }) => states.includes(state));
  const [lost, refused, done, waiting] = [of("lost"), of("refused"), of("done"), of("waiting")];
  const isOver = done.length + refused.length === uploads.length;
  const ordered = [...lost, ...refused, ...of("sending", "reading"), ...waiting, ...done];
  const text = isOver ? t("over", { count: done.length }) : t("progress", { done: done.length, all: uploads.length });
  return (
    <section
      aria-label={t("label")}
      className="appear fixed right-4 bottom-4 z-30 flex max-h-[min(24rem,60dvh)] w-[min(24rem,calc(100vw-2rem))] flex-col rounded-xl border bg-raised shadow-2xl"
    >
      <header className="flex items-center gap-2 border-b py-1.5 pr-1.5 pl-4">
        <p role="status" className="mr-auto text-[0.9rem] font-semibold">
          {text}
          {refused.length > 0 && <span className="text-wrong"> {t("refusedCount", { count: refused.length })}</span>}
        </p>
        {waiting.length + lost.length > 1 && (
          <Button look="quiet" size="small" onClick={queue.cancelWaiting}>
            {t("cancelWaiting")}
          </Button>
        )}
        {(isOver || done.length > 0) && (
          <Button
            look="quiet"
            size="smallIcon"
            aria-label={isOver ? t("close") : t("clearDone")}
            onClick={() => queue.clear()}
          >
            <X aria-hidden />
          </Button>
        )}
      </header>
      {lost.length > 0 && (
        <div role="alert" className="flex items-center gap-3 border-b px-4 py-2 text-[0.86rem]">
          <p className="grow">{t("lostText")}</p>
          <Button size="small" onClick={queue.goOn}>
            {t("goOn")}
          </Button>
        </div>
      )}
      <div className="overflow-y-auto py-1 pr-3 pl-4" tabIndex={0} role="group" aria-label={t("files")}>
        <UploadList uploads={ordered} queue={queue} />
      </div>
    </section>
  );
}
