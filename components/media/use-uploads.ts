"use client";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { useDesk } from "../admin/desk";
import { sendFile } from "./send-file";
import { type Upload, UploadQueue } from "./upload-queue";
import { useSize } from "./use-size";

/** The one queue of this tab: uploads go on while somebody looks at another page of the dashboard. */
let kept: UploadQueue | undefined;

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

/** Leaving the dashboard while a file travels is asked about; being online again goes on with what was lost. */
function guarded(queue: UploadQueue): UploadQueue {
  queue.watch(() => {
    if (queue.isOpen) window.addEventListener("beforeunload", askFirst);
    else window.removeEventListener("beforeunload", askFirst);
  });
  window.addEventListener("online", queue.goOn);
  return queue;
}

/** Where files are sent from. */
export function useUploadQueue(): UploadQueue {
  const t = useTranslations("media.uploads");
  const size = useSize();
  const { uploadLimit } = useDesk().shell;
  const make = () =>
    new UploadQueue({
      send: sendFile,
      limit: uploadLimit,
      tooLarge: (file) => t("tooLarge", { size: size(file.size), most: size(uploadLimit) }),
    });
  // The server renders for many people, so it keeps none.
  const [queue] = useState(() => (typeof window === "undefined" ? make() : (kept ??= guarded(make()))));
  return queue;
}

const none: readonly Upload[] = [];

/** The same with all uploads of this tab. */
export function useUploads(): { queue: UploadQueue; uploads: readonly Upload[] } {
  const queue = useUploadQueue();
  return { queue, uploads: useSyncExternalStore(queue.watch, queue.list, () => none) };
}
