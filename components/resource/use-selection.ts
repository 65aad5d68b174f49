"use client";
import { useState } from "react";
import { addressOf, type ListPlace, type ListView, usualView } from "./list-place";

export type Selection = {
  ids: number[];
  isSelected: (id: number) => boolean;
  toggle: (id: number) => void;
  page: "none" | "some" | "all";
  togglePage: () => void;
  /** Selects rows on other pages, up to the limit of one request; returns whether the site answered. */
  selectAll: () => Promise<boolean>;
  /** Whether the rows on other pages are being asked for: what is done meanwhile would leave them out. */
  isSelecting: boolean;
  clear: () => void;
};

const none: ReadonlySet<number> = new Set();

/** The ids at an address; null where it cannot be asked, such as without a connection or a session. */
async function idsAt(address: string): Promise<number[] | null> {
  const response = await fetch(address).catch(() => null);
  // Without a session the answer is a page.
  if (!response?.ok || !response.headers.get("content-type")?.startsWith("application/json")) return null;
  return ((await response.json()) as { ids: number[] }).ids;
}

/** The selected rows. Another page keeps them, another list clears them. */
export function useSelection<I>(place: ListPlace<I>, view: ListView<I>, onPage: readonly number[]): Selection {
  const { sort, page: first, size, look } = usualView(place);
  const list = addressOf(place, view, { sort, page: first, size, look });
  const [kept, setKept] = useState<{ list: string; ids: ReadonlySet<number> }>({ list, ids: none });
  const [isSelecting, setSelecting] = useState(false);
  const selected = kept.list === list ? kept.ids : none;
  const setSelected = (ids: Iterable<number>) => setKept({ list, ids: new Set(ids) });

  const count = onPage.filter((id) => selected.has(id)).length;
  const page = count === 0 ? "none" : count === onPage.length ? "all" : "some";
  const change = (alter: (ids: Set<number>) => void) => {
    const ids = new Set(selected);
    alter(ids);
    setSelected(ids);
  };
  return {
    ids: [...selected],
    isSelected: (id) => selected.has(id),
    toggle: (id) => change((ids) => void (ids.delete(id) || ids.add(id))),
    page,
    togglePage: () => change((ids) => onPage.forEach((id) => (page === "all" ? ids.delete(id) : ids.add(id)))),
    selectAll: async () => {
      setSelecting(true);
      const ids = await idsAt(addressOf({ ...place, path: `${place.path}/ids` }, view));
      setSelecting(false);
      if (ids) setSelected(ids);
      return ids !== null;
    },
    isSelecting,
    clear: () => setSelected(none),
  };
}
