import { type Actor, askerOf, isStaff, visitor } from "../core/access";
import { AppError } from "../core/errors";
import { identity, type Owner } from "../core/identity";
import { knowSender } from "../core/sender";
import { lookUp } from "./look-ups";

/** The parts of an API request that identify its caller. */
export type Caller = {
  authorization: string | null;
  contentPassword: string | null;
  userAgent: string | null;
  ip: string | null;
};

/** The actor of a bearer token that is sent from an address; null where it is unknown or no longer valid. */
export async function ownerOf(authorization: string, ip: string | null): Promise<Owner | null> {
  const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization)?.[1];
  return token === undefined ? null : lookUp({ ip }, () => identity.get().ofToken(token));
}

/** The caller of the API: the owner of the bearer token, or a visitor. A bad token is an error, never a visitor. */
export async function bearerActor({ authorization, ...caller }: Caller): Promise<Actor> {
  const stranger = { ...visitor, ...caller };
  if (authorization === null) return stranger;
  const found = await ownerOf(authorization, caller.ip);
  if (!found)
    throw new AppError("unauthenticated", "This access token is not valid or has expired. Please sign in again.");
  const actor = { ...stranger, ...found.owner };
  if (isStaff(actor)) knowSender(askerOf(actor));
  // Not awaited, since a request that only reads must not fail because of it.
  found.noteUse?.(actor).catch(() => undefined);
  return actor;
}
