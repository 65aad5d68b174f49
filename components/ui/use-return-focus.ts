"use client";
import { useRef } from "react";

/** Remembers what had the focus when a dialog opened and gives it back, unless it has been led elsewhere meanwhile. Radix does so for a dialog's own trigger only, and most of ours are opened from elsewhere. */
export function useReturnFocus() {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement === null || document.activeElement === document.body) before.current?.focus();
    },
  };
}
