"use client";
import { FileUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ImportReport } from "../../lib/features/moving/imports/schema";
import { ChooseFiles } from "../media/choose-files";
import { DropVeil } from "../media/drop-veil";
import { sendBytes } from "../media/send-file";
import { usePageDrop } from "../media/use-page-drop";
import { useSize } from "../media/use-size";
import { Transfer } from "../moving/transfer";
import { useTransfer } from "../moving/use-transfer";
import { Button } from "../ui/button";
import { pageOf } from "./list";

type Chosen = { label: string; hint: string; accept: string; file: File | null; onFile: (file: File | null) => void };

/** One file that was chosen, or is to be. */
function ChosenFile({ label, hint, accept, file, onFile }: Chosen) {
  const t = useTranslations("moveIn");
  const size = useSize();
  return (
    <div>
      <p className="text-[0.82rem] font-[540]">{label}</p>
      <p className="mb-2 text-[0.84rem] text-soft">{hint}</p>
      {file ? (
        <p className="flex items-center gap-2.5">
          <span className="min-w-0 break-words">
            <b className="font-[560]">{file.name}</b> <span className="text-soft">{size(file.size)}</span>
          </span>
          <Button
            look="quiet"
            size="smallIcon"
            aria-label={t("takeOut", { name: file.name })}
            onClick={() => onFile(null)}
          >
            <X aria-hidden />
          </Button>
        </p>
      ) : (
        <ChooseFiles several={false} accept={accept} onFiles={([chosen]) => chosen && onFile(chosen)}>
          {(open) => (
            <Button onClick={open} aria-label={`${t("choose")} ${label}`}>
              <FileUp aria-hidden />
              {t("choose")}
            </Button>
          )}
        </ChooseFiles>
      )}
    </div>
  );
}

/** Takes a file from another system, and has it looked through. */
export function StartForm({ limit }: { limit: number }) {
  const t = useTranslations("moveIn");
  const size = useSize();
  const router = useRouter();
  const [file, setFile] = useState<File | null>(null);
  const [media, setMedia] = useState<File | null>(null);
  const { send, cancel, part, failure, setFailure } = useTransfer<ImportReport>(({ id }) => router.push(pageOf(id)));
  const isOver = usePageDrop(([dropped]) => dropped && setFile(dropped), part === null);
  const start = () => {
    if (!file) return setFailure(t("needed"));
    const bytes = file.size + (media?.size ?? 0);
    if (bytes > limit) return setFailure(t("tooLarge", { size: size(bytes), most: size(limit) }));
    const body = new FormData();
    body.append("kind", "auto");
    body.append("dryRun", "true");
    body.append("file", file, file.name);
    if (media) body.append("media", media, media.name);
    void send((onProgress, signal) =>
      sendBytes<ImportReport>({ method: "POST", path: "/admin/upload/import", body }, onProgress, signal),
    );
  };
  if (part !== null && file) return <Transfer name={file.name} part={part} onCancel={cancel} />;
  return (
    <form
      className="grid gap-4 rounded-lg border border-dashed bg-raised p-5"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      {isOver && <DropVeil text={t("drop")} />}
      <ChosenFile
        label={t("file")}
        hint={t("fileHint")}
        accept=".xml,.json,.zip,.txt"
        file={file}
        onFile={(chosen) => {
          setFile(chosen);
          setFailure("");
        }}
      />
      <ChosenFile label={t("media")} hint={t("mediaHint")} accept=".zip" file={media} onFile={setMedia} />
      {failure !== "" && (
        <p role="alert" className="text-wrong">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" look="strong">
          {t("look")}
        </Button>
        <p className="text-[0.88rem] text-soft">{t("lookText")}</p>
      </div>
    </form>
  );
}
