"use client";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useDesk } from "../admin/desk";
import { Button } from "../ui/button";
import { sayDone } from "../ui/toaster";
import { ChooseFiles } from "./choose-files";
import type { ListedFile } from "./list";
import { sendReplacement } from "./send-file";
import { useSize } from "./use-size";
import { useFreshPage } from "../ui/use-fresh-page";

/** Puts another file at the same address; whatever shows it shows the new one. */
export function ReplaceFile({ file }: { file: ListedFile }) {
  const t = useTranslations("media.replace");
  const uploads = useTranslations("media.uploads");
  const size = useSize();
  const refresh = useFreshPage();
  const { uploadLimit } = useDesk().shell;
  const [part, setPart] = useState<number | null>(null);
  const [failure, setFailure] = useState("");
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (chosen: File) => {
    setFailure("");
    if (chosen.size > uploadLimit)
      return setFailure(uploads("tooLarge", { size: size(chosen.size), most: size(uploadLimit) }));
    const own = new AbortController();
    stop.current = own;
    setPart(0);
    const answer = await sendReplacement(file.id, chosen, setPart, own.signal).catch(() => null);
    if (own.signal.aborted) return;
    setPart(null);
    if (!answer?.ok) return setFailure(answer?.error.message ?? uploads("lost"));
    sayDone(t("done", { name: file.name }));
    await refresh();
  };
  const cancel = () => {
    stop.current?.abort();
    setPart(null);
  };
  return (
    <div className="grid gap-2">
      <p className="text-[0.8rem] text-soft">{t("text")}</p>
      <ChooseFiles
        several={false}
        {...(file.mediaType.startsWith("image/") && { accept: "image/*" })}
        onFiles={([chosen]) => chosen && void send(chosen)}
      >
        {(open) => (
          <Button size="small" className="justify-self-start" onClick={open} disabled={part !== null}>
            <RefreshCw aria-hidden />
            {t("choose")}
          </Button>
        )}
      </ChooseFiles>
      {part !== null && (
        <div className="flex items-center gap-3">
          <progress aria-label={t("bar")} max={1} value={part} className="h-1.5 grow accent-ink" />
          <span className="text-[0.8rem] text-soft">
            {part < 1 ? uploads("sending", { part: Math.floor(part * 100) }) : uploads("reading")}
          </span>
          <Button look="quiet" size="small" onClick={cancel}>
            {t("cancel")}
          </Button>
        </div>
      )}
      {failure !== "" && (
        <p role="alert" className="text-[0.86rem] text-wrong">
          {failure}
        </p>
      )}
    </div>
  );
}
