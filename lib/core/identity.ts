import type { Actor } from "./access";
import { port } from "./port";

/** However much it is used, a browser's sign-in ends after so long: 90 days. */
export const SESSION_LIFETIME_S = 90 * 24 * 60 * 60;
/** How long after the right password the second factor may come: 10 minutes. */
export const TICKET_LIFETIME_S = 600;

/** Whose secret it is; `noteUse` writes down that it was used, where that is due. */
export type Owner = {
  owner: Pick<Actor, "id" | "role" | "name"> & Partial<Pick<Actor, "sessionId" | "tokenId" | "scopes">>;
  noteUse?: (actor: Actor) => Promise<void>;
};

/** How a request's credentials become an actor; the accounts feature knows. */
export type Identity = {
  /** Null: unknown, ended, expired, or its owner is suspended. */
  ofSession: (secret: string) => Promise<Owner | null>;
  ofToken: (token: string) => Promise<Owner | null>;
  /** Ends the session of this actor. */
  signOut: (actor: Actor) => Promise<void>;
};

export const identity = port<Identity>("who is asking");
