"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { previewTextAction } from "../../app/admin/posts/actions";
import { sayDone } from "../ui/toaster";
import type { Text } from "./edits";
import type { Losses } from "./losses";
import { inSession } from "../ui/session";

/** What the other editor would make of a text, and what readers would no longer see. */
export type Switched = Losses & {
  text: Text;
  /** Comments of the source, which readers do not see. */
  comments: number;
  /** Parts that rich text cannot edit. */
  pieces: number;
};

async function rendered(text: Text): Promise<string> {
  const answer = await inSession(() => previewTextAction(text));
  if (!answer?.ok) throw new Error(answer?.error.message ?? "Nobody answered.");
  return answer.data.html;
}

/** Makes the text of the other kind, has both rendered by the server, and compares what readers would get. */
async function convert(from: Text): Promise<Switched> {
  const { countPieces, markdownSourceOf, richSourceOf } = await import("./rich-convert");
  const { lossesBetween } = await import("./losses");
  const before = await rendered(from);
  const text: Text =
    from.editorType === "MARKDOWN"
      ? { editorType: "RICHTEXT", originalContent: richSourceOf(before) }
      : { editorType: "MARKDOWN", originalContent: markdownSourceOf(from.originalContent) };
  const losses = lossesBetween(before, await rendered(text));
  return {
    ...losses,
    text,
    comments: from.originalContent.match(/<!--/g)?.length ?? 0,
    pieces: text.editorType === "RICHTEXT" ? countPieces(text.originalContent) : 0,
  };
}

type State = { to: Text["editorType"]; found: Switched | null; hasFailed: boolean };
type Given = { read: () => Text; replace: (text: Text) => Promise<void> };

/** Goes on in the other editor, after what would be lost was said and agreed to. */
export function useSwitching({ read, replace }: Given) {
  const t = useTranslations("editor.switching");
  const [state, setState] = useState<State | null>(null);
  const close = () => setState(null);
  const ask = async () => {
    const before = read();
    const to = before.editorType === "MARKDOWN" ? "RICHTEXT" : "MARKDOWN";
    if (before.originalContent.trim() === "") return replace({ originalContent: "", editorType: to });
    setState({ to, found: null, hasFailed: false });
    const found = await convert(before).catch(() => null);
    setState((now) => now && { to, found, hasFailed: found === null });
  };
  const agree = async () => {
    const { found } = state ?? {};
    close();
    if (!found) return;
    const before = read();
    await replace(found.text);
    sayDone(t(`done.${found.text.editorType}`), { label: t("undo"), run: () => void replace(before) });
  };
  return { state, ask: () => void ask(), agree: () => void agree(), close };
}
