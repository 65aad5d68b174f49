"use client";
import { useEffect } from "react";
import { seenFor } from "../ui/seen-for";

/** Whether a key would write, or press what has the focus. */
const acts = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ["Enter", " ", "Backspace", "Delete"].includes(key) || (key.length === 1 && !ctrlKey && !metaKey && !altKey);

type Activation = { navigationType: string; from: object | null };

/** Whether the history led back here from elsewhere; a page of another site may have asked for that. */
function wasLedBack(isKept: boolean): boolean {
  const { navigation } = window as { navigation?: { activation?: Activation | null } };
  const activation = navigation?.activation;
  if (activation?.navigationType === "traverse") return activation.from === null;
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return isKept || (!activation && entry?.type === "back_forward");
}

/** Whether the page was sent as one to which another site has led. */
const isFromOutside = (): boolean => document.querySelector(".desk[data-from-outside]") !== null;

/** Keeps keys, clicks and drops from the page until somebody shows that they look at it. Returns what ends that. */
function awaitTouch(): () => void {
  const touched = new AbortController();
  const options = { capture: true, signal: touched.signal };
  let since = performance.now();
  let isPointerHere = false;
  let isPressKept = false;
  const wait = () => (since = performance.now());
  const isSeen = () => performance.now() - since >= seenFor;
  const on = <T extends keyof WindowEventMap>(types: readonly T[], act: (event: WindowEventMap[T]) => void) => {
    for (const type of types) window.addEventListener(type, act, options);
  };
  const keep = (event: Event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  on(["focus"], ({ target }) => void (target === window && wait()));
  document.addEventListener("visibilitychange", wait, options);
  // A window above this one takes the pointer with it when it closes.
  on(["pointerover", "pointermove"], ({ pointerType }) => {
    if (pointerType !== "mouse" || isPointerHere) return;
    isPointerHere = true;
    wait();
  });
  on(["pointerout"], (event) => (isPointerHere &&= event.relatedTarget !== null));
  on(["pointerdown"], (event) => {
    if (isSeen()) return touched.abort();
    isPressKept = true;
    wait();
    keep(event);
  });
  on(["pointerup", "mousedown", "mouseup", "dblclick", "dragenter", "dragover", "drop"], keep);
  // That site may have filled the clipboard.
  on(["paste", "cut", "beforeinput"], keep);
  // Some readers of screens click without a pointer.
  on(["click"], (event) => {
    if (!isPressKept && isSeen()) return touched.abort();
    isPressKept = false;
    keep(event);
  });
  on(["keydown", "keypress", "keyup"], (event) => {
    if (event.type === "keydown" && event.key === "Tab" && !event.repeat && isSeen()) {
      touched.abort();
      // Begins at the top, and not where the address has put it.
      document.querySelector<HTMLElement>("a.skip")?.focus();
      return event.preventDefault();
    }
    event.stopImmediatePropagation();
    if (!acts(event)) return;
    wait();
    event.preventDefault();
  });
  return () => touched.abort();
}

/** Ends the wait. It begins when this file is loaded, since React answers clicks before it runs the first effect. */
let endWaiting =
  typeof document !== "undefined" && document.querySelector(".desk") && (isFromOutside() || wasLedBack(false))
    ? awaitTouch()
    : undefined;

/**
 * Where another site has led here (`comesFromOutside`), or the history from another site, keys and clicks do nothing
 * until a click or Tab shows that somebody has looked at this page for a moment. It may have been opened under somebody
 * who types or clicks there, and its address chooses what has the focus and what lies under the pointer: a blank and
 * Enter were enough to change a setting, the second half of a double click to approve a comment.
 */
export function useFirstTouch(comesFromOutside: boolean): void {
  useEffect(() => {
    if (comesFromOutside || wasLedBack(false)) endWaiting ??= awaitTouch();
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted || !wasLedBack(true)) return;
      endWaiting?.();
      endWaiting = awaitTouch();
    };
    window.addEventListener("pageshow", onShow);
    return () => {
      window.removeEventListener("pageshow", onShow);
      endWaiting?.();
      endWaiting = undefined;
    };
  }, [comesFromOutside]);
}
