"use client";
import { type RefObject, useEffect, useRef } from "react";
import { isKey, isTyping } from "../ui/keys";

/** j and k move the focus between rows, x selects, e opens. Rows are elements with `data-row`, their id. */
export function useListKeys(list: RefObject<HTMLElement | null>, toggle: (id: number) => void): void {
  const toggleNow = useRef(toggle);
  useEffect(() => {
    toggleNow.current = toggle;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      const here = rows.findIndex((row) => row.contains(document.activeElement));
      const row = rows[here];
      if (isKey("next", event) || isKey("previous", event)) {
        const next = rows[isKey("next", event) ? Math.min(here + 1, rows.length - 1) : Math.max(here - 1, 0)];
        next?.querySelector<HTMLElement>("a")?.focus();
        next?.scrollIntoView({ block: "nearest" });
      } else if (isKey("select", event) && row) toggleNow.current(Number(row.dataset.row));
      else if (isKey("open", event) && row) row.querySelector<HTMLElement>("a")?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [list]);
}
