"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { ListPlace } from "./list-place";
import type { Drop } from "./tree-moves";
import type { Action, AnyInput, Listed, Resource, Row } from "./resource";
import type { Selection } from "./use-selection";

/** The list on the page, for its parts and cells. */
export type Listing<R extends Row, I> = Listed<R, I> & {
  resource: Resource<R, I>;
  selection: Selection;
  /** Whether rows can be selected: some action is for several. */
  selects: boolean;
  /** What stands in the place of this row, if anything. */
  insteadOf: (row: R) => ReactNode;
  /** Puts a row beside another one; null where the shown order is not one that rows can be put into. */
  move: ((id: number, drop: Drop) => void) | null;
  /** The actions of the bulk bar. */
  bar: Action<R, I>[];
  /** Whether a change of some of these rows is on its way, or one of several rows. */
  isBusyWith: (ids: readonly number[]) => boolean;
  /** The actions that this person may take on this row. */
  actionsOn: (row: R) => Action<R, I>[];
  /** What the page can do besides, such as an export; beside search and filters. */
  tools: ReactNode;
  /** Takes an action on one row, or on the selected ones. */
  act: (action: Action<R, I>, row?: R) => void;
};

const Context = createContext<unknown>(null);
export const ListingProvider = Context.Provider;

/** The list that a cell or a part stands in, as far as all lists are alike. */
export function useListing(): Listing<Row, AnyInput> {
  const listing = useContext(Context);
  if (listing === null) throw new Error("This component belongs into a list.");
  return listing as Listing<Row, AnyInput>;
}

type Parts<I> = Pick<Listed<Row, I>, "view" | "total" | "choices"> & {
  place: ListPlace<I>;
  words: string;
  children: ReactNode;
};

/** Search, filters and pager for what is listed in a way of its own, such as a wall. */
export function ListPartsProvider<I>({ place, words, children, ...listed }: Parts<I>) {
  return <Context value={{ ...listed, resource: { place, words } }}>{children}</Context>;
}
