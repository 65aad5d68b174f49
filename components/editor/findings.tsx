"use client";
import { Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Finding } from "./checks";
import { useKind } from "./kind";

type Props = { findings: Finding[]; onGo: (line: number) => void };

/** Problems for readers, each with a link to its line. */
export function Findings({ findings, onGo }: Props) {
  const t = useTranslations("editor.checks");
  const writes = useKind().name;
  if (findings.length === 0) return <p className="text-[0.86rem] text-soft">{t("fine")}</p>;
  return (
    <ul className="grid gap-1">
      {findings.map(({ kind, line, what }, at) => (
        <li key={at} className="flex items-start gap-2 text-[0.86rem]">
          {/* Usual, and no problem. */}
          {kind === "no-summary" ? (
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-soft" />
          ) : (
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-due" />
          )}
          <span className="min-w-0 grow [overflow-wrap:anywhere]">
            {t(kind, { kind: writes })}
            {what && <span className="text-soft"> {what}</span>}
          </span>
          {line !== undefined && (
            <button
              type="button"
              className="shrink-0 text-[0.82rem] underline underline-offset-2"
              onClick={() => onGo(line)}
            >
              {t("line", { line })}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
