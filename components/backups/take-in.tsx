"use client";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Backup } from "../../lib/features/backups/schema";
import { ChooseFiles } from "../media/choose-files";
import { sendBytes } from "../media/send-file";
import { Transfer } from "../moving/transfer";
import { useTransfer } from "../moving/use-transfer";
import { Button } from "../ui/button";
import { sayDone } from "../ui/toaster";
import { useFreshPage } from "../ui/use-fresh-page";

/** A name that a backup may have here, as near as possible to what it was called. */
function fitName(given: string): string {
  const stem = given
    .replace(/\.zip$/i, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.]+/, "")
    .slice(0, 90);
  return `${stem === "" ? "backup" : stem}.zip`;
}

/** Takes in a backup from another place. */
export function TakeIn() {
  const t = useTranslations("backups.takeIn");
  const refresh = useFreshPage();
  const [name, setName] = useState("");
  const { send, cancel, part, failure } = useTransfer<Backup>((taken) => {
    sayDone(t("done", { name: taken.name }));
    void refresh();
  });
  const take = (file: File) => {
    setName(file.name);
    void send((onProgress, signal) =>
      sendBytes<Backup>(
        { method: "POST", path: `/admin/upload/backup/${fitName(file.name)}`, body: file },
        onProgress,
        signal,
      ),
    );
  };
  return (
    <section aria-labelledby="take-in" className="mt-8 max-w-2xl">
      <h2 id="take-in">{t("title")}</h2>
      <p className="mt-1 mb-3 text-soft">{t("text")}</p>
      {part !== null ? (
        <Transfer name={name} part={part} onCancel={cancel} />
      ) : (
        <ChooseFiles several={false} accept=".zip,application/zip" onFiles={([file]) => file && take(file)}>
          {(open) => (
            <Button onClick={open}>
              <FileUp aria-hidden />
              {t("choose")}
            </Button>
          )}
        </ChooseFiles>
      )}
      {failure !== "" && (
        <p role="alert" className="mt-2 text-wrong">
          {failure}
        </p>
      )}
    </section>
  );
}
