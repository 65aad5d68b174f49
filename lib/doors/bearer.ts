import { noteTokenUse } from "../auth/personal-tokens";
import { findTokenOwner } from "../auth/tokens";
import { type Actor, visitor } from "../core/access";
import { AppError } from "../core/errors";
import { engine } from "../core/operation";

/** What an API request says about its caller. */
export type Caller = {
  authorization: string | null;
  contentPassword: string | null;
  userAgent: string | null;
  ip: string | null;
};

/** The owner of a bearer token; null where it is none, or is not valid any more. */
export async function ownerOf(authorization: string): Promise<Awaited<ReturnType<typeof findTokenOwner>>> {
  const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization)?.[1];
  return token === undefined ? null : findTokenOwner(engine().reader, token, new Date());
}

/** Whoever calls the API: the owner of the bearer token, or a stranger. A bad token is an error, never a stranger. */
export async function bearerActor({ authorization, ...caller }: Caller): Promise<Actor> {
  const stranger = { ...visitor, ...caller };
  if (authorization === null) return stranger;
  const found = await ownerOf(authorization);
  if (!found) throw new AppError("unauthenticated", "This access token is not valid (any more). Please sign in again.");
  const actor = { ...stranger, ...found.owner };
  // Nobody waits for it, and a request that only reads must not fail over it.
  if (found.stale) noteTokenUse({ ...actor, scopes: null }, {}).catch(() => undefined);
  return actor;
}
