"use client";
import { useEffect, useRef, useState } from "react";
import { filesIn, holdsFiles } from "./dropped-files";

/** Whether what is pasted there belongs to a text. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;

/** Takes files that are dropped anywhere on the page, or pasted outside of a field; returns whether some hover over it. */
export function usePageDrop(onFiles: (files: File[], from: DataTransfer) => void, isOn = true): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => void (take.current = onFiles));
  useEffect(() => {
    if (!isOn) return;
    const onOver = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer || !holdsFiles(event.dataTransfer) || event.defaultPrevented) return;
      event.preventDefault();
      take.current(filesIn(event.dataTransfer), event.dataTransfer);
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = filesIn(event.clipboardData);
      if (!event.clipboardData || files.length === 0 || isField(event.target)) return;
      event.preventDefault();
      take.current(files, event.clipboardData);
    };
    window.addEventListener("dragover", onOver);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    document.addEventListener("paste", onPaste);
    return () => {
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
      document.removeEventListener("paste", onPaste);
      setOver(false);
    };
  }, [isOn]);
  return over;
}
