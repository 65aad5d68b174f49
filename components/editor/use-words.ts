"use client";
import { useTranslations } from "next-intl";
import type { CommandName } from "./commands";

const commandNames: CommandName[] = [
  "heading2",
  "heading3",
  "bold",
  "italic",
  "inlineCode",
  "quote",
  "list",
  "numbers",
  "tasks",
  "codeBlock",
  "table",
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
  return {
    label: t("text"),
    placeholder: t("placeholder"),
    commandLabels: Object.fromEntries(commandNames.map((name) => [name, t(`commands.${name}`)])) as Record<
      CommandName,
      string
    >,
    phrases: Object.fromEntries(phrases.map((phrase) => [phrase, t(`phrases.${phrase}` as "phrases.Find")])),
  };
}
