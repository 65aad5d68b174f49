"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { type FocusEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isKey } from "./keys";

type WayBack = { label: string; run: () => void };
/** `about`: what it is about, whose earlier message it replaces, since that one's way back does not lead from here. */
type Choices = { way?: WayBack | undefined; isFailure?: boolean; ms?: number; about?: string };
type Message = Choices & { id: number; words: ReactNode };

/** Messages shown at once; a further one takes the place of the oldest. */
const MOST = 3;
const USUAL_MS = 8000;

let shown: readonly Message[] = [];
let last = 0;
const watching = new Set<() => void>();
const show = (messages: readonly Message[]) => {
  shown = messages;
  for (const changed of watching) changed();
};
const watch = (changed: () => void) => {
  watching.add(changed);
  return () => watching.delete(changed);
};
const none: readonly Message[] = [];
const close = (id: number) => show(shown.filter((message) => message.id !== id));

/** Shows a message for a while. */
export function say(words: ReactNode, choices: Choices = {}): void {
  last += 1;
  const others = choices.about === undefined ? shown : shown.filter(({ about }) => about !== choices.about);
  show([...others, { ...choices, id: last, words }].slice(-MOST));
}

/** Reports a success, with Undo. */
export const sayDone = (message: string, way?: WayBack, about?: string) =>
  say(message, { way, ...(about !== undefined && { about }) });

/** Reports a failure. */
export const sayFailed = (message: string, about?: string) =>
  say(message, { isFailure: true, ms: 12_000, ...(about !== undefined && { about }) });

type Props = { message: Message; isFront: boolean; isHeld: boolean; onLeave: () => void };

function Toast({ message: { id, words, way, isFailure, ms = USUAL_MS }, isFront, isHeld, onLeave }: Props) {
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(close, ms, id);
    return () => clearTimeout(timer);
  }, [id, ms, isHeld]);
  return (
    <li
      data-toast={isFailure ? "failure" : "done"}
      data-front={isFront || undefined}
      className={clsx(
        "appear pointer-events-auto flex w-full items-center gap-3 rounded-lg bg-ink px-4 py-3 text-[0.88rem] text-on-ink shadow-xl",
        // Several would cover what a phone's thumb is at.
        !isFront && !isFailure && "max-sm:hidden",
      )}
    >
      <span className="grow [overflow-wrap:anywhere]">{words}</span>
      {way && (
        <button
          type="button"
          className="shrink-0 rounded px-2 py-1 font-semibold underline underline-offset-3"
          onClick={() => {
            onLeave();
            close(id);
            way.run();
          }}
        >
          {way.label}
        </button>
      )}
    </li>
  );
}

/**
 * Short messages, the newest on top, so that none moves the others. They stay while hovered or focused; Alt-T focuses
 * them, and whatever ends that returns the focus.
 */
export function Toaster() {
  const t = useTranslations("ui");
  const messages = useSyncExternalStore(
    watch,
    () => shown,
    () => none,
  );
  const list = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isEmpty = messages.length === 0;
  // Removed messages fire no event of the pointer or the focus, so the states are reset here.
  if (isEmpty && (isHovered || isFocused)) {
    setHovered(false);
    setFocused(false);
  }
  const leave = () => {
    before.current?.focus({ preventScroll: true });
    before.current = null;
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isKey("messages", event) || shown.length === 0) return;
      event.preventDefault();
      list.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    setFocused(true);
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={t("messages")}
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-60 w-[min(22.5rem,calc(100vw-2rem))] font-sans focus:outline-none"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        leave();
        show(none);
      }}
    >
      {!isEmpty && (
        <ol className="flex flex-col-reverse gap-2.5">
          {messages.map((message, at) => (
            <Toast
              key={message.id}
              message={message}
              isFront={at === messages.length - 1}
              isHeld={isHovered || isFocused}
              onLeave={leave}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
