"use client";
import { useTranslations } from "next-intl";
import { Dialog, DialogContent } from "../ui/dialog";
import type { Heading } from "./outline";

type Props = { open: boolean; onClose: () => void; read: () => Heading[]; onGo: (line: number) => void };
const steps = ["", "", "pl-4", "pl-8", "pl-12", "pl-16", "pl-20"];

/** The headings of the text; choosing one scrolls to it. */
export function OutlineDialog({ open, onClose, read, onGo }: Props) {
  const t = useTranslations("editor");
  const headings = open ? read() : [];
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={t("outline")}>
        {headings.length === 0 && <p className="text-soft">{t("noOutline")}</p>}
        <ol>
          {headings.map(({ line, depth, text }) => (
            <li key={line} className={steps[depth]}>
              <button
                type="button"
                onClick={() => onGo(line)}
                className="w-full truncate rounded px-2 py-1.5 text-left hover:bg-ink/5"
              >
                {text}
              </button>
            </li>
          ))}
        </ol>
      </DialogContent>
    </Dialog>
  );
}
