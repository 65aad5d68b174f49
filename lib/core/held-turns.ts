import { AsyncLocalStorage } from "node:async_hooks";
import { withStore } from "../patches/async-context";
import { shared } from "./shared";

/** What work holds while it runs: a turn that others wait for, or the place of the one that writes. */
type Held = { isWriter: boolean; isOver: boolean };

const held = shared("held turns", () => new AsyncLocalStorage<Held>());

/** The line of whoever holds the writer's place: all that write wait for their end. */
export const WRITER = "whoever holds the writer's place";

async function holding<T>(isWriter: boolean, work: () => Promise<T>): Promise<T> {
  const own = { isWriter: isWriter || (heldNow()?.isWriter ?? false), isOver: false };
  try {
    return await withStore(held, own, work);
  } finally {
    // What it began goes on without it, such as a loop in the background.
    own.isOver = true;
  }
}

function heldNow(): Held | undefined {
  const now = held.getStore();
  return now?.isOver ? undefined : now;
}

/** Whether what runs holds a turn, or the place of the one that writes. */
export const holdsTurn = (): boolean => heldNow() !== undefined;

/** Whether it is the one that writes. */
export const holdsWritersPlace = (): boolean => heldNow()?.isWriter === true;

/** Runs work in a turn that others wait for. */
export const holdingTurn = <T>(work: () => Promise<T>): Promise<T> => holding(false, work);

/** Runs the one that writes. */
export const holdingWritersPlace = <T>(work: () => Promise<T>): Promise<T> => holding(true, work);

/**
 * The line in which work for `name` waits. Whoever holds a turn stands in one of its own: behind all else that the name
 * has waiting, it would keep all those waiting that wait for its turn.
 */
export function lineOf(name: string): string {
  const now = heldNow();
  if (!now) return name;
  return now.isWriter ? WRITER : `${name} in its turn`;
}
