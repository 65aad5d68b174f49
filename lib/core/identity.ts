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

/** What came of a sign-in: the secret of a new session, or the ticket to the step of the second factor. */
type SignedIn = { session: string | null; ticket: string | null };

/** How a request's credentials become an actor; the accounts feature knows. */
export type Identity = {
  /** Null: unknown, ended, expired, or its owner is suspended. */
  ofSession: (secret: string) => Promise<Owner | null>;
  ofToken: (token: string) => Promise<Owner | null>;
  /** Checks name and password, and the second factor where a code is given. */
  signIn: (actor: Actor, given: { username: string; password: string; code: string }) => Promise<SignedIn>;
  /** Checks the second factor of whoever holds this ticket. */
  signInWithFactor: (actor: Actor, given: { ticket: string; code: string }) => Promise<SignedIn>;
  /** Ends the session of this actor. */
  signOut: (actor: Actor) => Promise<void>;
};

export const identity = port<Identity>("who is asking");
