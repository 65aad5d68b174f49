"use client";
import { ImageUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDesk } from "../../admin/desk";
import { Button } from "../../ui/button";
import { ChooseFiles } from "../choose-files";
import { UploadList } from "../upload-list";
import type { Upload, UploadQueue } from "../upload-queue";
import { useSize } from "../use-size";

type Props = {
  several: boolean;
  accept: string | undefined;
  uploads: readonly Upload[];
  queue: UploadQueue;
  onFiles: (files: File[]) => void;
};

/** Uploads from within the picker. */
export function Uploading({ several, accept, uploads, queue, onFiles }: Props) {
  const t = useTranslations("media.picker");
  const words = useTranslations("media.uploads");
  const size = useSize();
  const { uploadLimit } = useDesk().shell;
  return (
    <div className="grid min-h-0 grow content-start gap-3 overflow-y-auto">
      <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-edge px-6 py-10 text-center">
        <ImageUp aria-hidden className="size-8 text-soft" strokeWidth={1.4} />
        <p className="max-w-sm text-soft">
          {t("uploadText")} {words("most", { size: size(uploadLimit) })}
        </p>
        <ChooseFiles several={several} {...(accept && { accept })} onFiles={onFiles}>
          {(open) => (
            <Button look="strong" onClick={open}>
              {t("chooseFiles")}
            </Button>
          )}
        </ChooseFiles>
      </div>
      {uploads.some(({ state }) => state === "lost") && (
        <p role="alert" className="flex items-center gap-3">
          <span className="grow">{words("lostText")}</span>
          <button type="button" className="font-[560] underline underline-offset-3" onClick={queue.goOn}>
            {words("goOn")}
          </button>
        </p>
      )}
      <UploadList uploads={uploads} queue={queue} />
    </div>
  );
}
