"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Text } from "./edits";
import { useComparable } from "./use-comparable";
import { compareTexts, type Part, type Row } from "./text-diff";

const signs = { same: " ", removed: "−", added: "+" };
const looks = { same: "", removed: "bg-wrong/10", added: "bg-good/15" };

const Words = ({ parts, kind }: { parts: Part[]; kind: "same" | "removed" | "added" }) => (
  <>
    {parts.map(({ text, changed }, at) =>
      changed ? (
        <mark key={at} className={clsx("rounded-sm text-inherit", kind === "removed" ? "bg-wrong/25" : "bg-good/35")}>
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </>
);

function Line({ row }: { row: Row }) {
  const t = useTranslations("editor.diff");
  if (row.kind === "skipped" || row.kind === "more")
    return (
      <li className="px-2 py-1 text-center font-sans text-[0.78rem] text-soft">{t(row.kind, { count: row.count })}</li>
    );
  return (
    <li className={clsx("grid grid-cols-[1.4rem_1fr] px-2", looks[row.kind])}>
      <span aria-hidden className="text-soft select-none">
        {signs[row.kind]}
      </span>
      <span className="min-h-[1lh] [overflow-wrap:anywhere] whitespace-pre-wrap">
        {row.kind !== "same" && <span className="sr-only">{t(row.kind)} </span>}
        <Words parts={row.parts} kind={row.kind} />
      </span>
    </li>
  );
}

/** Two texts line by line: removed and added lines, with their different words. */
export function DiffView({ before, after, label }: { before: Text; after: Text; label: string }) {
  const t = useTranslations("editor.diff");
  const pair = useComparable(before, after);
  const rows = useMemo(() => pair && compareTexts(pair.before, pair.after), [pair]);
  if (!rows) return null;
  if (rows.length === 0) return <p className="rounded-md border p-3 text-soft">{t("same")}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-[46vh] overflow-auto rounded-md border bg-paper"
    >
      <ol className="py-1 font-mono text-[0.8rem] leading-relaxed">
        {rows.map((row, at) => (
          <Line key={at} row={row} />
        ))}
      </ol>
    </div>
  );
}
