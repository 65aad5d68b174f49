"use client";
import { clsx } from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { late } from "../ui/late";
import { useMenuButton } from "../ui/menu-button";
import type { Scheme } from "./scheme";

const AccountChoices = late(async () => (await import("./account-choices")).AccountChoices);

type Props = { nickname: string; scheme: Scheme | undefined; narrow?: boolean };

const initials = (name: string) => {
  const [first = "", second = ""] = name.trim().split(/\s+/);
  return (([...first][0] ?? "?") + ([...second][0] ?? "")).toUpperCase();
};

/** The signed-in person; the button opens their menu. */
export function AccountMenu({ nickname, scheme, narrow }: Props) {
  const { attributes, isUsed, state } = useMenuButton(AccountChoices.opener);
  return (
    <>
      <button
        {...attributes}
        type="button"
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
      {isUsed && <AccountChoices {...state} scheme={scheme} />}
    </>
  );
}
