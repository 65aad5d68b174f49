"use client";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";

type Options = {
  /** The number of choices now. */
  count: number;
  choose: (index: number) => void;
  /** The choice that Enter takes before an arrow was pressed; -1: none. */
  first?: number;
  /** Whether the list shows while it has no choices, such as for saying so. */
  showsEmpty?: boolean;
};

/** A field that offers choices while something is typed: its keys, and what screen readers need to follow. */
export function useCombobox({ count, choose, first = -1, showsEmpty = false }: Options) {
  const list = useId();
  const [isWanted, setWanted] = useState(false);
  const [moved, setMoved] = useState<number | null>(null);
  const isOpen = isWanted && (count > 0 || showsEmpty);
  const at = Math.min(moved ?? first, count - 1);
  const open = () => setWanted(true);
  const close = () => {
    setWanted(false);
    setMoved(null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows belong to whoever composes a word of several keys.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (isOpen && count > 0) setMoved((Math.max(at, step > 0 ? -1 : 0) + step + count) % count);
      else setMoved(0);
      open();
    } else if (event.key === "Enter") {
      if (isOpen && at >= 0) choose(at);
    } else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
    // Escape closes the list, not the dialog around it.
    event.stopPropagation();
  };

  return {
    isWanted,
    isOpen,
    at,
    open,
    close,
    /** Something else was typed. */
    typed: () => {
      open();
      setMoved(null);
    },
    field: {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-controls": list,
      "aria-autocomplete": "list",
      "aria-activedescendant": isOpen && at >= 0 ? `${list}-${at}` : undefined,
      autoComplete: "off",
      onBlur: close,
      onKeyDown,
    } as const,
    list: { id: list, role: "listbox", hidden: !isOpen } as const,
    option: (index: number) =>
      ({
        id: `${list}-${index}`,
        role: "option",
        "aria-selected": index === at,
        ref: (node: HTMLElement | null) => {
          if (index === at) node?.scrollIntoView({ block: "nearest" });
        },
        // The field keeps the focus.
        onPointerDown: (event: PointerEvent) => event.preventDefault(),
        onClick: () => choose(index),
      }) as const,
  };
}
