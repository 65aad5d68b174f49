"use client";
import { type ComponentProps, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { Button } from "./button";
import { late } from "./late";
import type { MenuEntry, MenuState } from "./menu-choices";

const MenuChoices = late(async () => (await import("./menu-choices")).MenuChoices);

/** What makes a button open a menu whose script is loaded when it is first needed, by the events that open every menu here. */
export function useMenuButton(opener: Record<string, () => void>) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<"never" | "pointer" | "key" | "closed">("never");
  const [id, buttonId] = [useId(), useId()];
  const open = opened === "pointer" || opened === "key";
  const toggle = (by: "pointer" | "key") => setOpened(open ? "closed" : by);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    toggle("pointer");
    // The focus goes into the menu, not to the button.
    if (!open) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setOpened("key");
    else if (event.key === "Enter" || event.key === " ") toggle("key");
    else return;
    event.preventDefault();
  };
  const state: MenuState = {
    button,
    id,
    buttonId,
    open,
    byKey: opened === "key",
    onOpenChange: (to) => setOpened(to ? "pointer" : "closed"),
  };
  return {
    /** Whether it was opened once: before, there is no menu at all. */
    isUsed: opened !== "never",
    state,
    attributes: {
      ...opener,
      ref: button,
      id: buttonId,
      "aria-haspopup": "menu" as const,
      "aria-expanded": open,
      ...(open && { "aria-controls": id }),
      onPointerDown,
      onKeyDown,
    },
  };
}

/** A button with a menu; `entries` is called while that is open. */
export function MenuButton({ entries, ...rest }: { entries: () => MenuEntry[] } & ComponentProps<typeof Button>) {
  const { attributes, isUsed, state } = useMenuButton(MenuChoices.opener);
  return (
    <>
      <Button {...rest} {...attributes} />
      {isUsed && <MenuChoices {...state} entries={entries} />}
    </>
  );
}
