"use client";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Drop } from "./tree-moves";

type Put = (id: number, drop: Drop) => void;

/** Puts rows where they are dropped; while a change is being sent, a row waits for it, and for the rows as it left them. */
export function useDrops(isBusy: boolean, put: Put): Put {
  const waiting = useRef<Parameters<Put> | null>(null);
  const putWaiting = useEffectEvent(() => {
    const dropped = waiting.current;
    waiting.current = null;
    if (dropped) put(...dropped);
  });
  useEffect(() => {
    if (!isBusy) putWaiting();
  }, [isBusy]);
  return (id, drop) => {
    if (isBusy) waiting.current = [id, drop];
    else put(id, drop);
  };
}
