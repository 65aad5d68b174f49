"use client";
import type { LucideIcon } from "lucide-react";
import { cloneElement, Fragment, type ReactElement, type RefObject } from "react";
import {
  DropdownMenu,
  DropdownMenuButton,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
} from "./dropdown-menu";

/** A choice of a menu: what it does, or the link it is. */
export type MenuEntry = {
  label: string;
  icon?: LucideIcon;
  grave?: boolean | undefined;
  disabled?: boolean;
  className?: string;
  /** With a line above it. */
  apart?: boolean | undefined;
} & ({ run: () => void } | { link: ReactElement<object> });

export type MenuState = {
  button: RefObject<HTMLButtonElement | null>;
  /** The ids of the menu and of its button. */
  id: string;
  buttonId: string;
  open: boolean;
  /** A key opened it, so the first choice is focused. */
  byKey: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The choices behind a `MenuButton`. */
export function MenuChoices({ entries, ...state }: MenuState & { entries: () => MenuEntry[] }) {
  const { button, id, buttonId, open, byKey, onOpenChange } = state;
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuButton button={button} />
      <DropdownMenuContent id={id} aria-labelledby={buttonId} byKey={byKey}>
        {open &&
          entries().map(({ label, icon: Icon, grave, apart, ...entry }) => {
            const content = (
              <>
                {Icon && <Icon aria-hidden />}
                {label}
              </>
            );
            return (
              <Fragment key={label}>
                {apart && <DropdownMenuSeparator />}
                {"link" in entry ? (
                  <DropdownMenuItem asChild className={entry.className}>
                    {cloneElement(entry.link, undefined, content)}
                  </DropdownMenuItem>
                ) : (
                  <DropdownMenuItem
                    {...(grave && { grave })}
                    {...(entry.disabled && { disabled: true })}
                    className={entry.className}
                    onSelect={entry.run}
                  >
                    {content}
                  </DropdownMenuItem>
                )}
              </Fragment>
            );
          })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
