"use client";
import { useSyncExternalStore } from "react";

const wide = "(min-width: 1080px)";

const listen = (changed: () => void) => {
  const query = window.matchMedia(wide);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** Whether the settings have room beside the text. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    listen,
    () => window.matchMedia(wide).matches,
    () => true,
  );
