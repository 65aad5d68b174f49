"use client";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";

const placeOf = (commentId: number) => `below-comment-${commentId}`;

/** Where a comment's forms open: below its text. */
export const PlaceBelow = ({ commentId }: { commentId: number }) => <div id={placeOf(commentId)} />;

/** Shows something below a comment's text. Returns the focus to where it was, unless it has moved elsewhere. */
export function InPlace({ commentId, children }: { commentId: number; children: ReactNode }) {
  const [before] = useState(() => document.activeElement);
  // The buttons as well: the browser itself brings the field alone into view.
  useEffect(() => {
    document.getElementById(placeOf(commentId))?.scrollIntoView({ block: "nearest" });
  }, [commentId]);
  useEffect(
    () => () => {
      // After the element with the focus is gone.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    },
    [before],
  );
  const place = document.getElementById(placeOf(commentId));
  return place && createPortal(children, place);
}
