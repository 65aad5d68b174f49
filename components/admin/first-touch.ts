"use client";
import { useEffect } from "react";

/** Whether a key would write, or press what has the focus. */
const acts = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ["Enter", " ", "Backspace", "Delete"].includes(key) || (key.length === 1 && !ctrlKey && !metaKey && !altKey);

/**
 * Where another site has led here (`comesFromOutside`), keys do nothing until a click or Tab shows that somebody looks at this page.
 * It may have been opened under somebody who types there or holds a key down, and its address chooses what has the focus:
 * a blank and Enter were enough to change a setting.
 */
export function useFirstTouch(comesFromOutside: boolean): void {
  useEffect(() => {
    if (!comesFromOutside) return;
    const touched = new AbortController();
    const { signal } = touched;
    const onKey = (event: KeyboardEvent) => {
      if (event.type === "keydown" && event.key === "Tab" && !event.repeat) return touched.abort();
      event.stopImmediatePropagation();
      if (acts(event)) event.preventDefault();
    };
    for (const type of ["keydown", "keypress", "keyup"] as const)
      window.addEventListener(type, onKey, { capture: true, signal });
    // Some readers of screens click without a pointer.
    for (const type of ["pointerdown", "click"] as const)
      window.addEventListener(type, () => touched.abort(), { capture: true, signal });
    return () => touched.abort();
  }, [comesFromOutside]);
}
