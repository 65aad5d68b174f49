import type { Actor } from "../core/access";

/** Facts about a request that the front desk knows and the request does not contain. */
export type Client = {
  ip: string | null;
  requestId: string;
  log: (error: unknown) => void;
  /** The sender, where a browser's session says who it is; otherwise a token does. */
  actor?: Actor;
  /** Makes an answer of the public API in the sender's turn; without it, it is made at once. */
  inTurn?: <T>(make: () => Promise<T>) => Promise<T>;
};
