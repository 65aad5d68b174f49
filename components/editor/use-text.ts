"use client";
import { useEffect, useRef, useState } from "react";
import { sayFailed } from "../ui/toaster";
import type { Text } from "./edits";
import { TextHolder } from "./text-holder";
import type { TextView, Wiring } from "./text-view";

/** The editor's element, the text, and its editor once it is there. The wiring may change between renders. */
export function useText(initial: Text, wiring: Wiring & { failed: string }) {
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(wiring);
  useEffect(() => void (latest.current = wiring));
  const [view, setView] = useState<TextView | null>(null);
  // oxlint-disable-next-line react/refs -- read when something happens in the text, never while rendering
  const [text] = useState(() => {
    return new TextHolder(
      initial,
      {
        ...wiring,
        changed: () => latest.current.changed(),
        ask: (what) => latest.current.ask(what),
        atPicture: (picture) => latest.current.atPicture(picture),
        find: (words, signal) => latest.current.find(words, signal),
      },
      setView,
      () => sayFailed(latest.current.failed),
    );
  });
  useEffect(() => (parent.current ? text.mount(parent.current) : undefined), [text]);
  return { parent, text, view };
}
