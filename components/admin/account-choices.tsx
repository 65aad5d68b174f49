"use client";
import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import {
  DropdownMenu,
  DropdownMenuButton,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from "../ui/dropdown-menu";
import { Link } from "../ui/link";
import type { MenuState } from "../ui/menu-choices";
import { sayFailed } from "../ui/toaster";
import { ownDestinations } from "./destinations";
import { chooseScheme, type Scheme } from "./scheme";
import { signOut } from "./sign-out";

type Props = MenuState & { scheme: Scheme | undefined };

/** What the signed-in person's button opens: their pages, the dashboard's colour scheme, and the way out. */
export function AccountChoices({ button, id, buttonId, scheme, open, byKey, onOpenChange }: Props) {
  const t = useTranslations("admin");
  const [chosen, setChosen] = useState<string>(scheme ?? "auto");
  const choose = (value: string) => {
    setChosen(value);
    chooseScheme(value === "light" || value === "dark" ? value : null);
  };
  const leave = async () => {
    if (!(await signOut())) sayFailed(t("signOutFailed"));
  };
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuButton button={button} />
      <DropdownMenuContent id={id} aria-labelledby={buttonId} side="top" align="start" byKey={byKey}>
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
