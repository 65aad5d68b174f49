"use client";
import { useCallback, useEffect, useState } from "react";
import { openHolders, whenClosed } from "./holders";
import { type Copy, deviceShelf, noteAsked } from "./shelf";

const CHANNEL = "broadsheet-editor";

/** Tells every window that copies have changed. */
export function sayShelf(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but its own
  channel.postMessage(null);
  channel.close();
}

/**
 * This person's texts that only this device has and no open editor is writing, latest first; null until they are read.
 */
export function useCopies(userId: number): Copy[] | null {
  const [copies, setCopies] = useState<Copy[] | null>(null);
  const look = useCallback(
    async (closed: (holder: string) => void) => {
      const [all, open] = await Promise.all([deviceShelf.all(), openHolders()]);
      const mine = all.filter((copy) => (copy.userId ?? userId) === userId);
      const isOpen = ({ holder }: Copy) => holder !== null && open.has(holder);
      setCopies(mine.filter((copy) => !isOpen(copy)).sort((a, b) => b.time - a.time));
      for (const { holder } of mine.filter(isOpen)) if (holder !== null) closed(holder);
    },
    [userId],
  );
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    const leaving = new AbortController();
    const waitedFor = new Set<string>();
    const again = () => void look(waitFor);
    // A closed window sends no message, but releases its lock.
    const waitFor = (holder: string) => {
      if (waitedFor.has(holder)) return;
      waitedFor.add(holder);
      whenClosed(holder, leaving.signal, again);
    };
    queueMicrotask(again);
    channel.addEventListener("message", again);
    window.addEventListener("focus", again);
    return () => {
      leaving.abort();
      channel.close();
      window.removeEventListener("focus", again);
    };
  }, [look]);
  return copies;
}

/** Deletes a copy that somebody has decided about. */
export async function deleteCopy(copy: Copy): Promise<void> {
  await deviceShelf.drop(copy);
  sayShelf();
}

/** Somebody was asked about a text and left it: it stays, and is not offered by itself again. */
export async function leaveForLater(copy: Copy): Promise<void> {
  if (copy.asked) return;
  await noteAsked(copy);
  sayShelf();
}
