"use client";
import { useEffect, useRef } from "react";
import { isKey, type KeyName } from "../ui/keys";

type Handlers = Partial<Record<KeyName, (() => void) | undefined>>;

/** Keys that work anywhere on the page except in dialogs, which have their own. */
export function usePageKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => void (latest.current = handlers));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest("[role=dialog], [role=alertdialog], [role=menu]"))
        return;
      for (const [name, run] of Object.entries(latest.current) as [KeyName, Handlers[KeyName]][]) {
        // A menu in the text that the same key has closed has handled it.
        if (!run || !isKey(name, event) || (name === "leaveFocusMode" && event.defaultPrevented)) continue;
        event.preventDefault();
        run();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
