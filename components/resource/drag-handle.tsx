import { GripVertical } from "lucide-react";
import type { RowDrag } from "./use-row-drag";

/** What a row is dragged by; for keyboards there are other ways. */
export const DragHandle = (handlers: ReturnType<RowDrag["handleOf"]>) => (
  <span
    aria-hidden
    data-handle
    className="grid size-7 shrink-0 cursor-grab touch-none place-items-center text-soft select-none active:cursor-grabbing"
    {...handlers}
  >
    <GripVertical className="size-4" />
  </span>
);
