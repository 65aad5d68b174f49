"use client";
import { useEffect } from "react";
import { isTyping } from "../ui/keys";
import { watchSight } from "./sight";

/** Whether a key would write, or press what has the focus. */
const acts = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ["Enter", " ", "Backspace", "Delete"].includes(key) || (key.length === 1 && !ctrlKey && !metaKey && !altKey);

/** Whether it would choose something else in the field that has the focus; elsewhere such keys move the page. */
const chooses = ({ key, target }: KeyboardEvent): boolean =>
  /^(?:Arrow|Page|Home$|End$)/.test(key) && target instanceof Element && target.matches("input, select");

/** Whether it would do more than write into a text. */
const decides = (event: KeyboardEvent): boolean => {
  const { key, target, ctrlKey, metaKey } = event;
  if (!isTyping(target)) return acts(event);
  const isLineBreak = target instanceof Element && target.matches("textarea, [contenteditable] *, [contenteditable]");
  return key === "Enter" && (ctrlKey || metaKey || !isLineBreak);
};

/** Where a press decides nothing: it follows a link, or puts the cursor into a text. */
const harmless =
  "a[href], textarea, [contenteditable], input:is(:not([type]), [type=text], [type=search], [type=email], [type=url])";
const isHarmless = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(harmless) !== null;

type Activation = { navigationType: string; from: object | null };

/** How the browser came to this page. */
const typeOfNavigation = () => (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]?.type;

/** Whether the history led back here from elsewhere; a page of another site may have asked for that. */
function wasLedBack(isKept: boolean): boolean {
  const { navigation } = window as { navigation?: { activation?: Activation | null } };
  const activation = navigation?.activation;
  if (activation?.navigationType === "traverse") return activation.from === null;
  return isKept || (!activation && typeOfNavigation() === "back_forward");
}

/** Whether the page was sent as one to which another site has led, or may have led. */
function isFromOutside(): boolean {
  const desk = document.querySelector<HTMLElement>(".desk[data-from-outside]");
  return desk !== null && (desk.dataset.fromOutside !== "unless reloaded" || typeOfNavigation() !== "reload");
}

type Guard = {
  /** Waits for a touch that shows that somebody looks at the page. */
  await: () => void;
  end: () => void;
};

/** Keeps from the page what was meant for something else. */
function guard(): Guard {
  const watching = new AbortController();
  const options = { capture: true, signal: watching.signal };
  let isAwaited = false;
  let isPressKept = false;
  let keptKey: string | undefined;
  const { isSeen, wait } = watchSight(watching.signal, () => isAwaited);
  const on = <T extends keyof WindowEventMap>(types: readonly T[], act: (event: WindowEventMap[T]) => void) => {
    for (const type of types) window.addEventListener(type, act, options);
  };
  const keep = (event: Event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const isMeantElsewhere = (event: KeyboardEvent) =>
    isAwaited ? acts(event) || chooses(event) : !isSeen() && decides(event);
  const isPressMeantElsewhere = ({ target }: Event) => !isSeen() && (isAwaited || !isHarmless(target));
  on(["pointerdown"], (event) => {
    isPressKept = isPressMeantElsewhere(event);
    if (!isPressKept) return void (isAwaited = false);
    wait();
    keep(event);
  });
  on(["pointerup", "mousedown", "mouseup", "dblclick"], (event) => void ((isPressKept || isAwaited) && keep(event)));
  on(["pointercancel"], () => (isPressKept = false));
  on(["drop"], (event) => void ((isAwaited || !isSeen()) && keep(event)));
  // That site may have filled the clipboard.
  on(["dragenter", "dragover", "paste", "cut", "beforeinput"], (event) => void (isAwaited && keep(event)));
  on(["compositionstart"], () => void (isAwaited && (document.activeElement as HTMLElement | null)?.blur()));
  // Some readers of screens click without a pointer.
  on(["click"], (event) => {
    if (!isPressKept && !isPressMeantElsewhere(event)) return void (isAwaited = false);
    isPressKept = false;
    keep(event);
  });
  on(["keydown"], (event) => {
    keptKey = undefined;
    if (isAwaited && event.key === "Tab" && !event.repeat && isSeen()) {
      isAwaited = false;
      // Begins at the top, and not where the address has put it.
      document.querySelector<HTMLElement>("a.skip")?.focus();
      return event.preventDefault();
    }
    if (isAwaited) event.stopImmediatePropagation();
    if (!isMeantElsewhere(event)) return;
    keptKey = event.key;
    wait();
    keep(event);
  });
  on(["keypress", "keyup"], (event) => {
    if (isAwaited) event.stopImmediatePropagation();
    if (event.key === keptKey || isMeantElsewhere(event)) keep(event);
  });
  return {
    await: () => {
      isAwaited = true;
      wait();
    },
    end: () => watching.abort(),
  };
}

function guardDesk(): Guard {
  const started = guard();
  if (isFromOutside() || wasLedBack(false)) started.await();
  return started;
}

/** Begins when this file is loaded, since React answers clicks before it runs the first effect. */
let atWork = typeof document !== "undefined" && document.querySelector(".desk") ? guardDesk() : undefined;

/**
 * Clicks and keys that decide something are heard once the page has been seen for a moment, since what was above it may
 * have closed between two of them.
 *
 * Where another site has led here (`comesFromOutside`), or the history from another site, keys and clicks do nothing
 * until a click or Tab shows that somebody has looked at this page for a moment. It may have been opened under somebody
 * who types or clicks there, and its address chooses what has the focus and what lies under the pointer: a blank and
 * Enter were enough to change a setting, the second half of a double click to approve a comment.
 */
export function useFirstTouch(): void {
  useEffect(() => {
    atWork ??= guardDesk();
    const onShow = (event: PageTransitionEvent) => void (event.persisted && wasLedBack(true) && atWork?.await());
    window.addEventListener("pageshow", onShow);
    return () => {
      window.removeEventListener("pageshow", onShow);
      atWork?.end();
      atWork = undefined;
    };
  }, []);
}
