"use client";
import { useTranslations } from "next-intl";
import { useUploadQueue } from "../media/use-uploads";
import type { CommandName } from "./commands";
import { calloutKinds } from "./text-view";

const commandNames: CommandName[] = [
  "heading2",
  "heading3",
  "bold",
  "italic",
  "inlineCode",
  "quote",
  "callout",
  "list",
  "numbers",
  "tasks",
  "codeBlock",
  "table",
  "footnote",
  "divider",
  "link",
  "image",
];
/** CodeMirror's words, as it asks for them. */
const phrases = [
  "Find",
  "Replace",
  "next",
  "previous",
  "all",
  "match case",
  "regexp",
  "by word",
  "replace",
  "replace all",
  "close",
  "current match",
  "$ found",
  "replaced $ matches",
  "replaced match on line $",
  "on line",
  "Go to line",
  "go",
  "Completions",
];

/** The editor's words in the dashboard's language. */
export function useWords() {
  const t = useTranslations("editor");
  const queue = useUploadQueue();
  return {
    label: t("text"),
    placeholder: t("placeholder"),
    commandLabels: Object.fromEntries(commandNames.map((name) => [name, t(`commands.${name}`)])) as Record<
      CommandName,
      string
    >,
    uploading: {
      queue,
      words: {
        ...(Object.fromEntries(
          (["waiting", "reading", "lost", "cancel", "retry", "remove"] as const).map((name) => [
            name,
            t(`uploads.${name}`),
          ]),
        ) as Record<"waiting" | "reading" | "lost" | "cancel" | "retry" | "remove", string>),
        bar: (name: string) => t("uploads.bar", { name }),
        sending: (part: number) => t("uploads.sending", { part }),
      },
    },
    pieces: { footnotes: t("pieces.footnotes"), player: t("pieces.player"), html: t("pieces.html") },
    codeTools: {
      label: t("codeTools.label"),
      language: t("codeTools.language"),
      title: t("codeTools.title"),
      lines: t("codeTools.lines"),
    },
    calloutTools: {
      label: t("calloutTools.label"),
      kind: t("calloutTools.kind"),
      title: t("calloutTools.title"),
      remove: t("calloutTools.remove"),
    },
    calloutNames: Object.fromEntries(calloutKinds.map((kind) => [kind, t(`calloutKinds.${kind}`)])) as Record<
      (typeof calloutKinds)[number],
      string
    >,
    tableTools: {
      label: t("tableTools.label"),
      rowBelow: t("tableTools.rowBelow"),
      columnRight: t("tableTools.columnRight"),
      deleteRow: t("tableTools.deleteRow"),
      deleteColumn: t("tableTools.deleteColumn"),
      deleteTable: t("tableTools.deleteTable"),
    },
    phrases: Object.fromEntries(phrases.map((phrase) => [phrase, t(`phrases.${phrase}` as "phrases.Find")])),
  };
}
