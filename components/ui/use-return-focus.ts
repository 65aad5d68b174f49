"use client";
import { useRef } from "react";

/** Remembers what had the focus when a dialog opened and gives it back. Radix does so for a dialog's own trigger only, and most of ours are opened from elsewhere. */
export function useReturnFocus() {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      before.current?.focus();
    },
  };
}
