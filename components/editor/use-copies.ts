"use client";
import { useCallback, useEffect, useState } from "react";
import { openHolders, whenClosed } from "./holders";
import { type Copy, deviceShelf, noteAsked } from "./shelf";

const CHANNEL = "broadsheet-editor";

/** Tells every window that copies came or went. */
export function sayShelf(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but its own
  channel.postMessage(null);
  channel.close();
}

/** The texts of this person that only this device has and no open editor is writing, the latest first; null until they were read. */
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
    // A window that is closed says nothing; its lock does.
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

/** Somebody has decided that a text may go. */
export async function deleteCopy(copy: Copy): Promise<void> {
  await deviceShelf.drop(copy);
  sayShelf();
}

/** Somebody was asked about a text and left it for later: it stays, and comes up unasked no more. */
export async function leaveForLater(copy: Copy): Promise<void> {
  if (copy.asked) return;
  await noteAsked(copy);
  sayShelf();
}
