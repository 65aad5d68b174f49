import type { Actor } from "./access";
import { port } from "./port";

/** A browser's sign-in ends after 90 days, however much it is used. */
export const SESSION_LIFETIME_S = 90 * 24 * 60 * 60;
/** The second factor must follow the password within 10 minutes. */
export const TICKET_LIFETIME_S = 600;

/** A person's language and time zone in the dashboard; "" where they chose none. */
export type Preferences = { locale: string; timeZone: string };

/** The account of a session's secret; `noteUse` records its use, where that is due. */
export type Owner = {
  owner: Pick<Actor, "id" | "role" | "name"> & Partial<Pick<Actor, "sessionId" | "tokenId" | "scopes">>;
  preferences?: Preferences;
  noteUse?: (actor: Actor) => Promise<void>;
};

/** The result of a sign-in: the secret of a new session and what its browser keeps, or a ticket for the second factor. */
type SignedIn = { session: string | null; ticket: string | null; browser: string | null };

/** Turns a request's credentials into an actor; the accounts feature provides it. */
export type Identity = {
  /** Null: unknown, ended, expired, or the owner is suspended. */
  ofSession: (secret: string) => Promise<Owner | null>;
  ofToken: (token: string) => Promise<Owner | null>;
  /** Checks name and password, and the second factor where a code is given. */
  signIn: (actor: Actor, given: { username: string; password: string; code: string }) => Promise<SignedIn>;
  /** Checks the second factor of the ticket's holder. */
  signInWithFactor: (actor: Actor, given: { ticket: string; code: string }) => Promise<SignedIn>;
  /** Ends the session of this actor. */
  signOut: (actor: Actor) => Promise<void>;
};

export const identity = port<Identity>("who is asking");
