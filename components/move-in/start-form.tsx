"use client";
import { FileUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ImportReport } from "../../lib/features/moving/imports/schema";
import { ChooseFiles } from "../media/choose-files";
import { DropVeil } from "../media/drop-veil";
import { placedIn, type Placed } from "../media/dropped-files";
import { sendBytes } from "../media/send-file";
import { usePageDrop } from "../media/use-page-drop";
import { useSize } from "../media/use-size";
import { Transfer } from "../moving/transfer";
import { useTransfer } from "../moving/use-transfer";
import { Button } from "../ui/button";
import { pageOf } from "./list";
import { pack, withoutAside } from "./packing";
import { useDashboardRouter } from "../ui/use-dashboard-router";

type Chosen = {
  label: string;
  hint: string;
  accept: string;
  several?: boolean;
  isBusy?: boolean;
  file: File | null;
  /** None: the chosen one is taken out again. */
  onFiles: (files: File[]) => void;
};

/** One file that was chosen, or is to be. */
function ChosenFile({ label, hint, accept, several = false, isBusy = false, file, onFiles }: Chosen) {
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
            onClick={() => onFiles([])}
          >
            <X aria-hidden />
          </Button>
        </p>
      ) : (
        <ChooseFiles several={several} accept={accept} onFiles={onFiles}>
          {(open) => (
            <Button onClick={open} disabled={isBusy} aria-label={`${t("choose")} ${label}`}>
              <FileUp aria-hidden />
              {t("choose")}
            </Button>
          )}
        </ChooseFiles>
      )}
    </div>
  );
}

const isText = (path: string) => /\.(md|markdown)$/i.test(path);

/** Takes a file from another system, and has it looked through. */
export function StartForm({ limit }: { limit: number }) {
  const t = useTranslations("moveIn");
  const size = useSize();
  const router = useDashboardRouter();
  const [file, setFile] = useState<File | null>(null);
  const [media, setMedia] = useState<File | null>(null);
  const { send, cancel, part, failure, setFailure } = useTransfer<ImportReport>(({ id }) => router.push(pageOf(id)));
  const [isPacking, setPacking] = useState(false);
  /** Takes one file as it is, unless it is a text alone; what is more than one goes into an archive. */
  const take = async (asked: Placed[] | Promise<Placed[]>) => {
    setFailure("");
    setPacking(true);
    const files = withoutAside(await Promise.resolve(asked).catch(() => []));
    const [only] = files;
    if (files.length === 0) setFile(null);
    else if (files.length === 1 && only && !only.path.includes("/") && !isText(only.path)) setFile(only.file);
    else {
      const packed = await pack(files, t("packed", { count: files.length })).catch(() => null);
      setFile(packed);
      if (!packed) setFailure(t("notPacked"));
    }
    setPacking(false);
  };
  const isOver = usePageDrop((_files, data) => void take(placedIn(data)), part === null && !isPacking);
  const start = () => {
    if (isPacking) return;
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
        accept=".xml,.json,.zip,.txt,.md,.markdown"
        several
        isBusy={isPacking}
        file={file}
        onFiles={(files) => void take(files.map((each) => ({ path: each.name, file: each })))}
      />
      <ChosenFile
        label={t("media")}
        hint={t("mediaHint")}
        accept=".zip"
        file={media}
        onFiles={([chosen]) => setMedia(chosen ?? null)}
      />
      {isPacking && (
        <p role="status" className="text-soft">
          {t("packing")}
        </p>
      )}
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
