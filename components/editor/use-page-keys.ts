"use client";
import { useEffect, useRef } from "react";
import { isKey, type KeyName } from "../ui/keys";

type Handlers = Partial<Record<KeyName, (() => void) | undefined>>;

/** Keys that work wherever the focus is on the page, except in a dialog, whose keys are its own. */
export function usePageKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => void (latest.current = handlers));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest("[role=dialog], [role=alertdialog], [role=menu]"))
        return;
      for (const [name, run] of Object.entries(latest.current) as [KeyName, Handlers[KeyName]][]) {
        // A menu in the text that was closed by the same key has had it.
        if (!run || !isKey(name, event) || (name === "leaveFocusMode" && event.defaultPrevented)) continue;
        event.preventDefault();
        run();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
