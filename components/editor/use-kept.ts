"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { BlankPost } from "../../lib/features/writing/revision-schema";
import type { Post } from "../../lib/features/writing/schema";
import { fieldsOf } from "./edits";
import { holderBefore } from "./holders";
import { useKind } from "./kind";
import { isBlank, sameEdits } from "./keeper";
import { type Copy, deviceShelf } from "./shelf";
import { deleteCopy, leaveForLater, useCopies } from "./use-copies";

/** The fragment of an editor's address that opens a copy of this device. */
export const KEPT = "#kept=";

type Given = {
  userId: number;
  /** Without this editor's own copy. */
  holder: string;
  initial: Post | null;
  /** The post as the server has it. */
  post: Post | null;
  blank: BlankPost;
  untitled: string;
  restore: (copy: Copy) => Promise<void>;
};

/** The texts of this post that only this device has, and the one in question. */
export function useKept({ userId, holder, initial, post, blank, untitled, restore }: Given) {
  const { name: kind } = useKind();
  const all = useCopies(userId);
  const [shown, setShown] = useState<Copy | null>(null);
  const [before] = useState(holderBefore);
  const isBegun = useRef(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const isOf = useCallback((copy: Copy) => (copy.kind ?? "post") === kind, [kind]);
  const copies = useMemo(
    () =>
      (all ?? []).filter(
        (copy) => copy.holder !== holder && ((isOf(copy) && copy.postId === (post?.id ?? null)) || copy.id === wanted),
      ),
    [all, holder, isOf, post?.id, wanted],
  );

  // Asks once, when the page opens, about texts that were not asked about before.
  useEffect(() => {
    if (all === null || isBegun.current) return;
    isBegun.current = true;
    const { originalContent = "", editorType = "MARKDOWN" as const } = initial ?? {};
    const server = initial && { ...fieldsOf(initial, { blank, untitled }), originalContent, editorType };
    const isKnown = ({ edits }: Copy) => (server ? sameEdits(edits, server) : isBlank(edits));
    const named = window.location.hash.startsWith(KEPT) ? window.location.hash.slice(KEPT.length) : null;
    if (named !== null) window.history.replaceState(null, "", window.location.pathname);
    const mine = all.filter((copy) => copy.holder !== holder && isOf(copy) && copy.postId === (initial?.id ?? null));
    // A text that the server has word for word needs no copy.
    for (const copy of mine.filter(isKnown)) void deviceShelf.drop(copy);
    const first =
      all.find(({ id }) => id === named) ??
      mine.find((copy) => !copy.asked && !isKnown(copy) && (initial !== null || copy.holder === before));
    setWanted(named);
    setShown(first ?? null);
  }, [all, before, blank, holder, initial, isOf, untitled]);

  /** Shows another one, or none; skips those that are gone. */
  const close = () => setShown(null);
  return {
    copies,
    shown,
    show: setShown,
    showFirst: () => setShown(copies[0] ?? null),
    later: (copy: Copy) => {
      close();
      void leaveForLater(copy);
    },
    remove: (copy: Copy) => {
      close();
      void deleteCopy(copy);
    },
    restore: (copy: Copy) => {
      close();
      void restore(copy);
    },
  };
}
