"use client";
import { seenFor } from "../ui/seen-for";

export type Sight = {
  /** Whether the page has been before somebody for a moment. */
  isSeen: () => boolean;
  /** Begins that moment anew. */
  wait: () => void;
};

/**
 * Notes since when the page is before somebody. What was above it may have closed by itself between two clicks, which
 * another site's window or tab can do: the second one would be meant for what was there.
 */
export function watchSight(signal: AbortSignal, isAwaited: () => boolean): Sight {
  let since = -seenFor;
  let isPointerHere = false;
  const options = { capture: true, signal };
  const wait = () => (since = performance.now());
  const onPointer = ({ pointerType }: PointerEvent) => {
    if (pointerType !== "mouse" || isPointerHere) return;
    isPointerHere = true;
    if (isAwaited() || !document.hasFocus()) wait();
  };
  window.addEventListener("pointerover", onPointer, options);
  window.addEventListener("pointermove", onPointer, options);
  window.addEventListener("pointerout", (event) => void (isPointerHere &&= event.relatedTarget !== null), options);
  window.addEventListener("blur", ({ target }) => void (isPointerHere &&= target !== window), options);
  // Whoever moves the pointer here and clicks has seen what they click on, though the click brings the window to the front.
  window.addEventListener(
    "focus",
    ({ target }) => void (target === window && (isAwaited() || !isPointerHere) && wait()),
    options,
  );
  document.addEventListener(
    "visibilitychange",
    () => {
      isPointerHere = false;
      wait();
    },
    options,
  );
  return { isSeen: () => performance.now() - since >= seenFor, wait };
}
