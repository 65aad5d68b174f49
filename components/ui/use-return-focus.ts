"use client";
import { useRef } from "react";

/**
 * Remembers the focus when a dialog opens and returns it, unless it has moved elsewhere. Radix does that for a dialog's
 * own trigger only, and most of ours are opened from elsewhere.
 */
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
