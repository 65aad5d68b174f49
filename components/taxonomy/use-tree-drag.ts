"use client";
import { type DragEvent, useState } from "react";

/** A place to drop: before or after a row, or inside it. */
export type Drop = { target: number; where: "before" | "after" | "inside" };

/** The upper and lower quarter of a row are its edges, the middle is the row itself. */
function whereIn({ currentTarget, clientY }: DragEvent<HTMLElement>): Drop["where"] {
  const { top, height } = currentTarget.getBoundingClientRect();
  const part = (clientY - top) / height;
  return part < 0.28 ? "before" : part > 0.72 ? "after" : "inside";
}

/** Dragging rows with the browser's own drag and drop. */
export function useTreeDrag(onDrop: (id: number, drop: Drop) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<Drop | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const rowOf = (id: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = "move";
      // Firefox drags only what has data.
      event.dataTransfer.setData("text/plain", String(id));
      setDragged(id);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (dragged === null) return;
      event.preventDefault();
      const where = whereIn(event);
      if (over?.target !== id || over.where !== where) setOver({ target: id, where });
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      if (dragged !== null && dragged !== id) onDrop(dragged, { target: id, where: whereIn(event) });
      end();
    },
    onDragEnd: end,
  });
  return { dragged, over, rowOf };
}
