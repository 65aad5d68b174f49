"use client";
import { clsx } from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { late } from "../ui/late";
import type { Scheme } from "./scheme";

const AccountChoices = late(async () => (await import("./account-choices")).AccountChoices);

type Props = { nickname: string; scheme: Scheme | undefined; narrow?: boolean };

const initials = (name: string) => {
  const [first = "", second = ""] = name.trim().split(/\s+/);
  return (([...first][0] ?? "?") + ([...second][0] ?? "")).toUpperCase();
};

/** The signed-in person; the button opens their menu, by the events that open every menu here. */
export function AccountMenu({ nickname, scheme, narrow }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [id, buttonId] = [useId(), useId()];
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    setOpen(!open);
    // The focus goes into the menu, not to the button.
    if (!open) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setOpen(true);
    else if (event.key === "Enter" || event.key === " ") setOpen(!open);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button
        {...AccountChoices.opener}
        ref={button}
        id={buttonId}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open && { "aria-controls": id })}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        className={clsx(
          "flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left font-medium text-soft hover:bg-ink/5 hover:text-ink",
          narrow && "max-[68.74rem]:justify-center max-[68.74rem]:px-0",
        )}
      >
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-full bg-ink/10 text-[0.72rem] font-semibold text-ink"
        >
          {initials(nickname)}
        </span>
        <span className={clsx("truncate", narrow && "max-[68.74rem]:sr-only")}>{nickname}</span>
        <ChevronsUpDown aria-hidden className={clsx("ml-auto size-3.5", narrow && "max-[68.74rem]:hidden")} />
      </button>
      <AccountChoices button={button} id={id} buttonId={buttonId} scheme={scheme} open={open} onOpenChange={setOpen} />
    </>
  );
}
