"use client";
import { useEffect } from "react";
import { hold, rememberHolder } from "./holders";
import type { Keeper } from "./keeper";
import { sayShelf } from "./use-copies";

type Saving = { unsaved: boolean; retry: () => void; flush: () => Promise<void>; stop: () => void };

/** Keeps edits when the page closes, and marks the editor as open for other windows until then. */
export function useLeaving(autosave: Saving, keeper: Keeper, setShown: (is: boolean) => void, isNew: boolean): void {
  useEffect(() => {
    const release = hold(keeper.holder);
    if (isNew) rememberHolder(keeper.holder);
    setShown(true);
    const leave = (event: BeforeUnloadEvent) => {
      void keeper.now();
      if (autosave.unsaved) event.preventDefault();
    };
    const hide = () => void keeper.now();
    const online = () => autosave.retry();
    window.addEventListener("beforeunload", leave);
    window.addEventListener("pagehide", hide);
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("online", online);
    return () => {
      setShown(false);
      window.removeEventListener("beforeunload", leave);
      window.removeEventListener("pagehide", hide);
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("online", online);
      // On leaving by a link inside the dashboard, pending edits are sent now; those that do not arrive become an
      // unowned copy.
      void Promise.all([keeper.now(), autosave.flush()]).finally(() => {
        autosave.stop();
        release();
        sayShelf();
      });
    };
  }, [autosave, isNew, keeper, setShown]);
}
