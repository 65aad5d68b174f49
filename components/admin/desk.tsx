"use client";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import { isKey, isTyping } from "../ui/keys";
import { late } from "../ui/late";
import { Toaster } from "../ui/toaster";
import { TooltipProvider } from "../ui/tooltip";
import { keyPlaces } from "./destinations";
import { PhoneDrawer } from "./phone-drawer";
import { Rail } from "./rail";
import type { Scheme } from "./scheme";

const KeysDialog = late(async () => (await import("./keys-dialog")).KeysDialog);
const CommandPalette = late(async () => (await import("./command-palette")).CommandPalette);

/** `finder`: props of a button that opens the palette. */
type DeskContext = {
  shell: Shell;
  finder: { onClick: () => void };
  openDrawer: () => void;
  showKeys: () => void;
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

type Props = { shell: Shell; siteTitle: string; scheme: Scheme | undefined; children: ReactNode };

/** The frame of every page of the dashboard. */
export function Desk({ shell, siteTitle, scheme, children }: Props) {
  const path = usePathname();
  const [palette, setPalette] = useState<"never" | "open" | "closed">("never");
  const [keys, setKeys] = useState<"never" | "open" | "closed">("never");
  // Following a link in the drawer closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);

  const [putAway, setPutAway] = useState<ReadonlySet<string>>(new Set());

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
      finder: { onClick: () => setPalette("open"), ...CommandPalette.opener },
      openDrawer: () => setDrawerAt(path),
      showKeys: () => setKeys("open"),
      putAway,
      onPutAway: (notice: string) => setPutAway((all) => new Set([...all, notice])),
    }),
    [shell, path, putAway],
  );
  const rail = { shell, siteTitle, scheme };
  return (
    <Context value={desk}>
      <TooltipProvider>
        <div className="desk flex min-h-dvh">
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
            here={keyPlaces(path)}
            open={keys === "open"}
            onOpenChange={(open) => setKeys(open ? "open" : "closed")}
          />
        )}
        <Toaster />
      </TooltipProvider>
    </Context>
  );
}
