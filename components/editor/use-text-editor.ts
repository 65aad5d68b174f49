"use client";
import type { EditorView } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { makeEditor, type Wiring } from "./markdown-editor";

/** The editor's element and, once it is mounted, the editor. Its callbacks may change between renders. */
export function useTextEditor(text: string, wiring: Wiring) {
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(wiring);
  useEffect(() => void (latest.current = wiring));
  const [view, setView] = useState<EditorView | null>(null);
  useEffect(() => {
    if (!parent.current) return;
    const { label, placeholder, commandLabels, phrases } = latest.current;
    const made = makeEditor(parent.current, text, {
      label,
      placeholder,
      commandLabels,
      phrases,
      changed: () => latest.current.changed(),
      ask: (what) => latest.current.ask(what),
      isMarkdown: () => latest.current.isMarkdown(),
    });
    setView(made);
    return () => made.destroy();
    // The text is what it begins with; from then on the editor holds it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return { parent, view };
}
