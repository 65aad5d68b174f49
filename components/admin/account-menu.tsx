"use client";
import { clsx } from "clsx";
import { ChevronsUpDown, LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import { Link } from "../ui/link";
import { fetchToken } from "../ui/next-auth";
import { sayFailed } from "../ui/toaster";
import { ownDestinations } from "./destinations";
import { chooseScheme, type Scheme } from "./scheme";

type Props = { nickname: string; scheme: Scheme | undefined; narrow?: boolean };

const initials = (name: string) => {
  const [first = "", second = ""] = name.trim().split(/\s+/);
  return (([...first][0] ?? "?") + ([...second][0] ?? "")).toUpperCase();
};

/** Signs this browser out through next-auth; returns whether it worked. */
async function signOut(): Promise<boolean> {
  const body = new URLSearchParams({ csrfToken: await fetchToken(), callbackUrl: "/login", json: "true" });
  const answer = await fetch("/api/auth/signout", { method: "POST", body });
  return ((await answer.json()) as { url?: string }).url === "/login";
}

/** The signed-in person, and the dashboard's colour scheme. */
export function AccountMenu({ nickname, scheme, narrow }: Props) {
  const t = useTranslations("admin");
  const [chosen, setChosen] = useState<string>(scheme ?? "auto");
  const choose = (value: string) => {
    setChosen(value);
    chooseScheme(value === "light" || value === "dark" ? value : null);
  };
  const leave = async () => {
    if (await signOut().catch(() => false)) window.location.assign("/login");
    else sayFailed(t("signOutFailed"));
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
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
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start">
        {ownDestinations.map(({ href, name, icon: Icon }) => (
          <DropdownMenuItem key={href} asChild>
            <Link href={href}>
              <Icon aria-hidden />
              {t(`nav.${name}`)}
            </Link>
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{t("scheme.label")}</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={chosen} onValueChange={choose}>
          {(["light", "dark", "auto"] as const).map((value) => (
            <DropdownMenuRadioItem key={value} value={value}>
              {t(`scheme.${value}`)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden />
          {t("signOut")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
