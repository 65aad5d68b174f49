"use client";
import { type DragEvent, useState } from "react";
import type { Move } from "./photo-order";

/** Where a dragged photo would go: before or after another one, or to the end of a team. */
type Over = { team: string; target: number | null; after: boolean };

/** Dragging photos with the browser's own drag and drop. */
export function usePhotoDrag(onMove: (id: number, to: Move) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const hover = (event: DragEvent<HTMLElement>, next: Over) => {
    if (dragged === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (over?.team !== next.team || over.target !== next.target || over.after !== next.after) setOver(next);
  };
  const isAfter = ({ currentTarget, clientX }: DragEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return clientX > left + width / 2;
  };
  const photoOf = (id: number, team: string) => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = "move";
      // Firefox drags only what has data.
      event.dataTransfer.setData("text/plain", String(id));
      setDragged(id);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => hover(event, { team, target: id, after: isAfter(event) }),
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (dragged !== id) onMove(dragged, { beside: id, side: isAfter(event) ? "after" : "before" });
      end();
    },
    onDragEnd: end,
  });
  const teamOf = (team: string) => ({
    onDragOver: (event: DragEvent<HTMLElement>) => hover(event, { team, target: null, after: true }),
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (dragged === null) return;
      event.preventDefault();
      onMove(dragged, { team });
      end();
    },
  });
  return { dragged, over, photoOf, teamOf };
}
