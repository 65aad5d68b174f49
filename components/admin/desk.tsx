"use client";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import type { Ability } from "../../lib/core/access";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import { SignInAgain } from "../sign-in/sign-in-again";
import { isKey, isTyping } from "../ui/keys";
import { late } from "../ui/late";
import { TimeZone } from "../ui/time-zone";
import { Toaster } from "../ui/toaster";
import { keyPlaces } from "./destinations";
import { useFirstTouch } from "./first-touch";
import type { Letter } from "./keys-dialog";
import { Rail } from "./rail";
import type { Scheme } from "./scheme";
import { useFreshShell } from "./use-fresh-shell";

const PhoneDrawer = late(async () => (await import("./phone-drawer")).PhoneDrawer);
const KeysDialog = late(async () => (await import("./keys-dialog")).KeysDialog);
const CommandPalette = late(async () => (await import("./command-palette")).CommandPalette);

/** `finder` and `drawer`: props of the buttons that open the palette and the drawer. */
type DeskContext = {
  shell: Shell;
  /** Whether this person may do that; the operations decide it again. */
  may: (ability: Ability) => boolean;
  finder: { onClick: () => void };
  drawer: { onClick: () => void };
  showKeys: () => void;
  /** The letters of the list on this page, for the list of keys; returns what takes them back. */
  onListKeys: (letters: readonly Letter[]) => () => void;
  /** Notices that were dismissed, until the dashboard is loaded again. */
  putAway: ReadonlySet<string>;
  onPutAway: (notice: string) => void;
};
const Context = createContext<DeskContext | null>(null);

/** The context of a page: the signed-in person, and how to open palette and drawer. */
export function useDesk(): DeskContext {
  const desk = useContext(Context);
  if (!desk) throw new Error("This component belongs into the dashboard.");
  return desk;
}

type Props = {
  shell: Shell;
  siteTitle: string;
  scheme: Scheme | undefined;
  chosenZone: string;
  /** Whether another site has led here, by what the server was told. */
  comesFromOutside: boolean | "unless reloaded";
  children: ReactNode;
};

/** The frame of every page of the dashboard. */
export function Desk({ shell: rendered, siteTitle, scheme, chosenZone, comesFromOutside, children }: Props) {
  useFirstTouch();
  const shell = useFreshShell(rendered);
  const path = usePathname();
  const [palette, setPalette] = useState<"never" | "open" | "closed">("never");
  const [keys, setKeys] = useState<"never" | "open" | "closed">("never");
  // Following a link in the drawer closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);

  const [putAway, setPutAway] = useState<ReadonlySet<string>>(new Set());

  const [listKeys, setListKeys] = useState<readonly Letter[] | null>(null);
  const onListKeys = useCallback((letters: readonly Letter[]) => {
    setListKeys(letters);
    return () => setListKeys(null);
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isKey("keys", event) && !isTyping(event.target)) setKeys("open");
      else if (isKey("palette", event)) setPalette((is) => (is === "open" ? "closed" : "open"));
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  const desk = useMemo(
    () => ({
      shell,
      may: (ability: Ability) => shell.abilities.includes(ability),
      onListKeys,
      finder: { onClick: () => setPalette("open"), ...CommandPalette.opener },
      drawer: { onClick: () => setDrawerAt(path), ...PhoneDrawer.opener },
      showKeys: () => setKeys("open"),
      putAway,
      onPutAway: (notice: string) => setPutAway((all) => new Set([...all, notice])),
    }),
    [shell, path, putAway, onListKeys],
  );
  const rail = { shell, siteTitle, scheme };
  return (
    <Context value={desk}>
      <TimeZone chosen={chosenZone}>
        <div className="desk flex min-h-dvh" data-from-outside={comesFromOutside || undefined}>
          <Rail {...rail} />
          <div className="min-w-0 grow">{children}</div>
        </div>
        <PhoneDrawer {...rail} open={drawerAt === path} onOpenChange={(open) => setDrawerAt(open ? path : null)} />
        {palette !== "never" && (
          <CommandPalette
            shell={shell}
            onKeys={() => setKeys("open")}
            open={palette === "open"}
            onOpenChange={(open) => setPalette(open ? "open" : "closed")}
          />
        )}
        {keys !== "never" && (
          <KeysDialog
            here={keyPlaces(path, listKeys !== null)}
            letters={listKeys ?? []}
            open={keys === "open"}
            onOpenChange={(open) => setKeys(open ? "open" : "closed")}
          />
        )}
        <SignInAgain username={shell.username} />
        <Toaster />
      </TimeZone>
    </Context>
  );
}
