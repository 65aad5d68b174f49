"use client";
import { Check, RotateCw, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import type { Upload, UploadQueue } from "./upload-queue";
import { useSize } from "./use-size";

type Props = { uploads: readonly Upload[]; queue: UploadQueue };

/** The uploads with a bar each: how far it is, or why it was refused, and what can be done about it. */
export function UploadList({ uploads, queue }: Props) {
  return (
    <ul className="grid gap-px">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} queue={queue} />
      ))}
    </ul>
  );
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const t = useTranslations("media.uploads");
  const size = useSize();
  const { id, name, state, sent, message } = upload;
  const part = upload.size === 0 ? 0 : Math.min(100, Math.floor((100 * sent) / upload.size));
  const isWrong = state === "refused" || state === "lost";
  const isBehind = state === "sending" || state === "waiting";
  const said =
    state === "refused"
      ? message
      : state === "sending"
        ? t("sending", { part })
        : t(state, { size: size(upload.size) });
  return (
    <li className="flex min-h-11 items-center gap-2.5 py-1.5">
      <span aria-hidden className={state === "done" ? "text-good" : isWrong ? "text-wrong" : "text-soft"}>
        {state === "done" ? (
          <Check className="size-4" />
        ) : isWrong ? (
          <TriangleAlert className="size-4" />
        ) : (
          <span className="block size-4" />
        )}
      </span>
      <div className="min-w-0 grow">
        <div className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="truncate font-[520]">
            {name}
          </span>
          {!isWrong && <span className="shrink-0 text-[0.78rem] text-soft">{said}</span>}
        </div>
        {isWrong && <p className="text-[0.8rem] text-wrong">{said}</p>}
        {(isBehind || state === "reading") && (
          <div
            role="progressbar"
            aria-label={t("bar", { name })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={part}
            className="mt-1 h-1 overflow-hidden rounded-full bg-ink/10"
          >
            <div
              className={state === "reading" ? "h-full bg-ink/50" : "h-full bg-ink"}
              style={{ width: `${state === "reading" ? 100 : part}%` }}
            />
          </div>
        )}
      </div>
      {isWrong && queue.mayRetry(id) && (
        <Button look="quiet" size="smallIcon" aria-label={t("retryOf", { name })} onClick={() => queue.retry(id)}>
          <RotateCw aria-hidden />
        </Button>
      )}
      {state !== "reading" && state !== "done" && (
        <Button
          look="quiet"
          size="smallIcon"
          aria-label={isWrong ? t("forgetOf", { name }) : t("cancelOf", { name })}
          onClick={() => queue.cancel(id)}
        >
          <X aria-hidden />
        </Button>
      )}
    </li>
  );
}
