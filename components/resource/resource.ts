import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Ability } from "../../lib/core/access";
import type { Result } from "../../lib/doors/result";
import type { ListPlace, ListView } from "./list-place";
import type { Drop } from "./tree-moves";

/** A row has a number, by which actions name it. */
export type Row = { id: number };

/** The filters of any list, for the parts that treat all alike. */
export type AnyInput = Record<string, string | number | boolean>;

/** A choice of a filter. */
export type Choice = { id: string | number; name: string; depth?: number };

export type Column<R> = {
  /** Its heading is the word `columns.{name}`. */
  name: string;
  cell: ComponentType<{ row: R }>;
  /** The field it sorts by, and the first direction. */
  sort?: readonly [field: string, first: "asc" | "desc"];
  align?: "right";
  /** Shown from this width of the window. */
  from?: "lg";
  /** On a phone's card: on a line of its own, beside others, or not at all. */
  card?: "line" | "beside" | "none";
};

/** What a change answered: the way back, and why it stopped before the last row, if it did; null: nobody answered. */
type Changed = { count: number; back?: () => Promise<Result<unknown>>; stopped?: string | null };
export type Send = (ids: number[]) => Promise<Result<Changed>>;

/** The props of a dialog that an action opens. `row` is given where it was opened for one row. */
export type ActionDialog<R> = ComponentType<{
  ids: number[];
  row: R | undefined;
  onClose: () => void;
  /** Sends a change as the action itself would: reports it, offers Undo, clears the selection. */
  run: (send: Send, done: string) => void;
}>;

/**
 * Something to do with rows: in a row's menu where `rows` allows it, in the bulk bar where `bulk` does. Its words are
 * `actions.{name}` and `bulk.{name}`.
 */
export type Action<R, I> = {
  name: string;
  icon: LucideIcon;
  /** The ability it needs; without it, it is not shown. */
  can?: Ability;
  /** Whether it suits a row; false for actions of the bulk bar alone. Suits every row without. */
  rows?: false | ((row: R, now: Date) => boolean);
  /** Whether it is in the bulk bar of this view; not without. */
  bulk?: (view: ListView<I>) => boolean;
  /** A letter that does it to the focused row. */
  key?: string;
  /** Marked as something that cannot be undone. */
  grave?: boolean;
} &
  /** Leads to another page of the dashboard, or out of it; or copies an address of this site. */
  (
    | { href: (row: R) => string }
    | { leavesFor: (row: R) => string }
    | { copies: (row: R) => string }
    | {
        send: Send;
        /** The word `done.{done}`, with the number of rows. */
        done: string;
        /** Asks first with `deleteTitle`, `deleteOne` or `deleteText`; for several, their number is to be typed. */
        asks?: boolean;
      }
    | { dialog: ActionDialog<R> }
    /** Takes the place of the row until it is closed, such as a form. */
    | { inPlace: ComponentType<{ row: R; onClose: () => void }> }
  );

/** All about a list of the dashboard. `R` is a row, `I` the input of its query. */
export type Resource<R extends Row, I> = {
  place: ListPlace<I>;
  /** The group of its words. */
  words: string;
  nameOf: (row: R) => string;
  columns: readonly Column<R>[];
  actions: readonly Action<R, I>[];
  /** How a row looks in the grid. */
  tile?: ComponentType<{ row: R }>;
  /** The heading that a row stands under in this view, if any; "" is the word `others`. Rows come group by group. */
  groupOf?: (row: R, view: ListView<I>) => string | null;
  /** Rows can be dragged into another order while the list is sorted by it. The word is `done.moved`. */
  order?: { by: string; hint: string; send: (row: R, drop: Drop) => Promise<Result<Changed>> };
  /** Where an empty list leads: in these states, or in all. The word is `empty.begin`. */
  begin?: { href: string; can?: Ability; states?: readonly string[] };
  /** Strangers make its rows, so that one may come under the pointer of whoever decides on another. */
  comesByItself?: boolean;
};

/** A page of a list, as its page on the server makes it. */
export type Listed<R extends Row, I> = {
  view: ListView<I>;
  rows: readonly R[];
  total: number;
  /** When the server made it: by its clock, which decides what is scheduled. */
  now: Date;
  /** The number of rows in each state. */
  counts?: Readonly<Record<string, number>>;
  /** The choices of the chips; a chip without them is not shown. Of one that finds them: the chosen one. */
  choices?: Readonly<Record<string, readonly Choice[]>>;
};
