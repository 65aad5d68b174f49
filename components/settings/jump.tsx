"use client";
import { useEffect } from "react";

/** Shows a setting and focuses its control, once. */
export function Jump({ to }: { to: string }) {
  useEffect(() => {
    const row = document.getElementById(`setting-${to}`);
    row?.scrollIntoView({ block: "center" });
    row?.querySelector<HTMLElement>("input, select, button")?.focus({ preventScroll: true });
  }, [to]);
  return null;
}
