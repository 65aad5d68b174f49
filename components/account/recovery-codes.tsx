"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { CopyButton } from "./copy-button";

/** The codes for a lost phone, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations("security");
  const [kept, setKept] = useState(false);
  return (
    <div className="grid gap-4" role="group" aria-label={t("codes")}>
      <p>{t("codesText")}</p>
      <ul className="m-0 grid list-none grid-cols-2 gap-x-6 gap-y-1 justify-self-start rounded-md border px-4 py-3 font-mono text-[0.95rem] select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join("\n")} />
        <Button asChild>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\r\n")}\r\n`)}`}
            download="recovery-codes.txt"
          >
            {t("download")}
          </a>
        </Button>
      </div>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={kept} onChange={(event) => setKept(event.target.checked)} />
        {t("kept")}
      </label>
      <Button look="strong" disabled={!kept} onClick={onDone} className="justify-self-start">
        {t("done")}
      </Button>
    </div>
  );
}
