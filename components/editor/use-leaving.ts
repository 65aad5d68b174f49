"use client";
import { useEffect } from "react";
import { hold, rememberHolder } from "./holders";
import type { Keeper } from "./keeper";
import { sayShelf } from "./use-copies";

type Saving = { unsaved: boolean; retry: () => void; flush: () => Promise<void>; stop: () => void };

/** Keeps what is written when the page goes away, and says to other windows that this editor is open until then. */
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
      // Leaving by a link inside the dashboard: what is waiting goes now; what does not arrive is nobody's from then on.
      void Promise.all([keeper.now(), autosave.flush()]).finally(() => {
        autosave.stop();
        release();
        sayShelf();
      });
    };
  }, [autosave, isNew, keeper, setShown]);
}
