/**
 * The state of the text on screen: on the server (`saved`), not yet (`dirty`), being saved (`saving`), waiting for the
 * network (`offline`), for the server's queue (`busy`), for a choice (`conflict`), for a sign-in (`signed-out`), or for
 * a correction (`refused`).
 */
type SaveState = "saved" | "dirty" | "saving" | "offline" | "busy" | "conflict" | "signed-out" | "refused";

/** The result of an attempt to save. */
export type Outcome<S> =
  | { kind: "saved"; version: number; saved: S }
  | { kind: "stale"; current: S }
  | { kind: "signed-out" }
  | { kind: "refused"; message: string }
  /** No answer: the network or the server is down. */
  | { kind: "offline" }
  /** The server is busy and says when to try again, in seconds. */
  | { kind: "busy"; after: number };

export type Snapshot<S> = {
  state: SaveState;
  /** Epoch milliseconds of the last successful save. */
  savedAt: number | null;
  /** The server's text, in a conflict. */
  current: S | null;
  /** The error to correct, when refused. */
  message: string | null;
  /** Time of the next attempt in epoch milliseconds, when the server is busy. */
  againAt: number | null;
};

/** The state before anything was written. */
export const wellSaved = { state: "saved", savedAt: null, current: null, message: null, againAt: null } as const;

export const sameSnapshot = <S>(a: Snapshot<S>, b: Snapshot<S>): boolean =>
  (Object.keys(wellSaved) as (keyof typeof wellSaved)[]).every((name) => a[name] === b[name]);
