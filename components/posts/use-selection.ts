"use client";
import { useState } from "react";
import { addressOf, type ListView } from "./list-address";

export type Selection = {
  ids: number[];
  isSelected: (id: number) => boolean;
  toggle: (id: number) => void;
  page: "none" | "some" | "all";
  togglePage: () => void;
  /** Selects posts on other pages, up to the limit of one request. */
  selectAll: () => Promise<void>;
  clear: () => void;
};

const none: ReadonlySet<number> = new Set();

/** The selected posts. Another page keeps them, another list clears them. */
export function useSelection(view: ListView, onPage: readonly number[]): Selection {
  const list = addressOf(view, { page: 1, sort: "id,asc", size: 20 });
  const [kept, setKept] = useState<{ list: string; ids: ReadonlySet<number> }>({ list, ids: none });
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
      const response = await fetch(addressOf(view).replace("/admin/posts", "/admin/posts/ids"));
      if (response.headers.get("content-type")?.startsWith("application/json"))
        setSelected(((await response.json()) as { ids: number[] }).ids);
    },
    clear: () => setSelected(none),
  };
}
