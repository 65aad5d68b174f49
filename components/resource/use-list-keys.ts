"use client";
import { type RefObject, useEffect, useRef } from "react";
import { isKey, isLetter, isTyping } from "../ui/keys";

type Keys = {
  toggle: (id: number) => void;
  /** Acts on the row by one of the list's own letters; returns whether there is one. */
  press: (id: number, pressed: (letter: string) => boolean) => boolean;
};

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
/** What opens the row; otherwise its box. */
const mainOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>("[data-main]") ?? row?.querySelector<HTMLElement>("input");

/** Focuses a row by its id. */
export const focusRow = (list: HTMLElement | null, id: number): void =>
  mainOf(list?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? undefined)?.focus();

/**
 * J and k move the focus between rows, x selects, e opens, and the list's own letters act. Rows are elements with
 * `data-row`, their id. Where the focus was lost as `shown` changed, since its row or the bulk bar left, the row at that
 * place gets it.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, shown: string, keys: Keys): void {
  const keysNow = useRef(keys);
  useEffect(() => {
    keysNow.current = keys;
  });
  const lastAt = useRef(-1);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const rows = rowsIn(list.current);
      const here = rows.findIndex((row) => row.contains(document.activeElement));
      const row = rows[here];
      const id = Number(row?.dataset.row);
      if (row && keysNow.current.press(id, (letter) => isLetter(letter, event))) {
        event.preventDefault();
        return;
      }
      if (isKey("next", event) || isKey("previous", event)) {
        const next = rows[isKey("next", event) ? Math.min(here + 1, rows.length - 1) : Math.max(here - 1, 0)];
        mainOf(next)?.focus();
        next?.scrollIntoView({ block: "nearest" });
      } else if (isKey("select", event) && row) keysNow.current.toggle(id);
      else if (isKey("open", event) && row) mainOf(row)?.click();
      else return;
      event.preventDefault();
    };
    const onFocus = () => {
      const at = rowsIn(list.current).findIndex((row) => row.contains(document.activeElement));
      // Dialogs, messages and the bulk bar are over the list; the focus comes back to its row.
      const isElsewhere = document.activeElement?.closest("main") && !document.activeElement.closest("[role=toolbar]");
      if (at >= 0 || isElsewhere) lastAt.current = at;
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("focusin", onFocus);
    };
  }, [list]);

  const lastShown = useRef(shown);
  useEffect(() => {
    if (shown === lastShown.current) return;
    lastShown.current = shown;
    if (lastAt.current < 0 || document.activeElement !== document.body) return;
    const rows = rowsIn(list.current);
    mainOf(rows[Math.min(lastAt.current, rows.length - 1)])?.focus();
  }, [list, shown]);
}
