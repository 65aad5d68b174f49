"use client";
import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Drop } from "./tree-moves";

/** Pixels that a pointer moves before it drags. */
const SLACK = 4;
/** Pixels from the window's edges where the page scrolls along. */
const EDGE = 64;
const SCROLL = 14;

/** The upper and lower part of a row are its edges; where nothing can be inside a row, each is a half. */
function whereIn({ top, height }: DOMRect, y: number, takesInside: boolean): Drop["where"] {
  const part = (y - top) / height;
  const edge = takesInside ? 0.28 : 0.5;
  return part < edge ? "before" : part > 1 - edge || !takesInside ? "after" : "inside";
}

/** The row at this height of the window, or the nearest one. */
function rowAt(list: Element | null, y: number): HTMLElement | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  return rows.find((row) => row.getBoundingClientRect().bottom >= y) ?? rows.at(-1);
}

/**
 * Dragging rows by a handle, with mouse, pen or finger; Escape stops it. Rows are elements with `data-row`, their id,
 * in an element with `data-rows`.
 */
export function useRowDrag(onDrop: (id: number, drop: Drop) => void, takesInside: boolean) {
  const [drag, setDrag] = useState<{ id: number; over: Drop | null } | null>(null);
  // The handlers read it, since a pointer may rise before its last move is shown.
  const begun = useRef<{ id: number; y: number; isMoved: boolean } | null>(null);
  const end = useCallback(() => {
    begun.current = null;
    setDrag(null);
  }, []);
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      end();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isDragging, end]);

  const overIn = (event: PointerEvent<HTMLElement>): Drop | null => {
    const row = rowAt(event.currentTarget.closest("[data-rows]"), event.clientY);
    return row
      ? { target: Number(row.dataset.row), where: whereIn(row.getBoundingClientRect(), event.clientY, takesInside) }
      : null;
  };
  /** The props of a row's handle. */
  const handleOf = (id: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      begun.current = { id, y: event.clientY, isMoved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = begun.current;
      if (!from || (!from.isMoved && Math.abs(event.clientY - from.y) < SLACK)) return;
      from.isMoved = true;
      if (event.clientY < EDGE) window.scrollBy(0, -SCROLL);
      else if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL);
      const over = overIn(event);
      if (drag?.over?.target !== over?.target || drag?.over?.where !== over?.where || !isDragging)
        setDrag({ id: from.id, over });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const over = begun.current?.isMoved ? overIn(event) : null;
      end();
      if (over && over.target !== id) onDrop(id, over);
    },
    onPointerCancel: end,
    // A row that moves in the document while it is dragged loses the pointer.
    onLostPointerCapture: end,
  });
  /** Where a row is marked: as the one that is dragged, or at the place that it would go to. */
  const marksOf = (id: number): "dragged" | Drop["where"] | null => {
    if (drag?.id === id) return "dragged";
    return drag?.over?.target === id ? drag.over.where : null;
  };
  return { handleOf, marksOf };
}

export type RowDrag = ReturnType<typeof useRowDrag>;

/** How a marked row looks. */
export const markLooks = {
  dragged: "opacity-40",
  before: "shadow-[inset_0_2px_var(--accent)]",
  after: "shadow-[inset_0_-2px_var(--accent)]",
  inside: "bg-[color-mix(in_srgb,var(--accent)_9%,var(--raised))]",
};
