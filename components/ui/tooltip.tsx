"use client";
import { Slot } from "radix-ui";
import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

type Side = "top" | "right";
type Props = {
  text: string;
  side?: Side;
  /** A media query of windows in which the control shows its name itself. */
  unless?: string;
  children: ReactNode;
};

/** Milliseconds from the pointer's coming to the name; none where another one was just there. */
const DELAY = 300;
const GAP = 6;
const MARGIN = 8;

let lastShown = 0;

/** Where a name of this size stands beside its control, inside the window; above or below it, or at its right. */
function placed(of: DOMRect, { width, height }: DOMRect, side: Side): { left: number; top: number } {
  const within = (at: number, size: number, all: number) => Math.max(MARGIN, Math.min(at, all - size - MARGIN));
  const above = of.top - GAP - height;
  const [left, top] =
    side === "right"
      ? [of.right + GAP, of.top + (of.height - height) / 2]
      : [of.left + (of.width - width) / 2, above < MARGIN ? of.bottom + GAP : above];
  return { left: within(left, width, window.innerWidth), top: within(top, height, window.innerHeight) };
}

/** The name of a control without words, shown at hover and focus; Escape takes it away. */
export function Tooltip({ text, side = "top", unless, children }: Props) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const control = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = () => setShown(!unless || !window.matchMedia(unless).matches);
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const element = box.current;
    if (!isShown || !element || !control.current) return;
    // In the top layer, where nothing cuts it off.
    if ("showPopover" in element) element.showPopover();
    const { left, top } = placed(control.current.getBoundingClientRect(), element.getBoundingClientRect(), side);
    Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && setShown(false);
    const onScroll = () => setShown(false);
    window.addEventListener("keydown", onKey, { capture: true });
    window.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      lastShown = Date.now();
      window.removeEventListener("keydown", onKey, { capture: true });
      window.removeEventListener("scroll", onScroll, { capture: true });
    };
  }, [isShown, side]);

  return (
    <>
      <Slot.Root
        ref={control}
        {...(isShown && { "aria-describedby": id })}
        onPointerEnter={({ pointerType }: PointerEvent) => {
          if (pointerType === "touch") return;
          clearTimeout(timer.current);
          timer.current = setTimeout(show, Date.now() - lastShown < DELAY ? 0 : DELAY);
        }}
        onPointerLeave={({ relatedTarget }: PointerEvent) => {
          if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget))) hide();
        }}
        onPointerDown={hide}
        onFocus={({ currentTarget }: { currentTarget: Element }) => currentTarget.matches(":focus-visible") && show()}
        onBlur={hide}
      >
        {children}
      </Slot.Root>
      {isShown && (
        <div
          ref={box}
          id={id}
          role="tooltip"
          popover="manual"
          onPointerLeave={hide}
          className="appear fixed inset-auto z-50 m-0 w-max max-w-64 rounded-md border-0 bg-ink px-2 py-1 text-[0.78rem] text-on-ink shadow-lg"
        >
          {text}
        </div>
      )}
    </>
  );
}
