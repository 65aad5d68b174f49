/**
 * What is true of the text on screen: on the server (`saved`), not yet (`dirty`), on its way
 * (`saving`), waiting for the network (`offline`), for the server's queue (`busy`), for a choice (`conflict`), for a sign-in
 * (`signed-out`), or for something to be put right (`refused`).
 */
type SaveState = "saved" | "dirty" | "saving" | "offline" | "busy" | "conflict" | "signed-out" | "refused";

/** How an attempt to save ended. */
export type Outcome<S> =
  | { kind: "saved"; version: number; saved: S }
  | { kind: "stale"; current: S }
  | { kind: "signed-out" }
  | { kind: "refused"; message: string }
  /** No answer: the network or the server is away. */
  | { kind: "offline" }
  /** The server has too much to do and says when to come back, in seconds. */
  | { kind: "busy"; after: number };

export type Snapshot<S> = {
  state: SaveState;
  /** Epoch milliseconds of the last save that reached the server. */
  savedAt: number | null;
  /** What the server holds, in a conflict. */
  current: S | null;
  /** What is to be put right, when refused. */
  message: string | null;
  /** When the next try follows, in epoch milliseconds, when the server is busy. */
  againAt: number | null;
};

/** What is true before anything was written. */
export const wellSaved = { state: "saved", savedAt: null, current: null, message: null, againAt: null } as const;

export const sameSnapshot = <S>(a: Snapshot<S>, b: Snapshot<S>): boolean =>
  (Object.keys(wellSaved) as (keyof typeof wellSaved)[]).every((name) => a[name] === b[name]);
