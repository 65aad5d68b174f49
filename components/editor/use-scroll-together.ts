"use client";
import { useEffect, useRef } from "react";

/** Scrolls the preview along with the editor, by the same share of their lengths. */
export function useScrollTogether(on: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!on) return;
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const pane = scroller.current;
        const page = document.documentElement;
        const room = page.scrollHeight - window.innerHeight;
        if (pane && room > 0) pane.scrollTop = (page.scrollTop / room) * (pane.scrollHeight - pane.clientHeight);
      });
    };
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", follow);
    };
  }, [on]);
  return scroller;
}
