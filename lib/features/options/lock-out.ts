import type { Actor } from "../../core/access";
import { env } from "../../core/env";
import { AppError } from "../../core/errors";

/** Browsers keep cookies for HTTPS of this name, and of those below it, over HTTP as well. */
const isOwnMachine = (hostname: string): boolean => hostname === "localhost" || hostname.endsWith(".localhost");

/**
 * Refuses an address of the site with HTTPS to whoever has this very host open without it: cookies would then be for
 * HTTPS only, and this browser could neither stay signed in nor sign in again to put it right.
 */
export function refuseLockOut({ origin }: Actor, address: string, field: string): void {
  if (env.siteUrl !== undefined || origin === null || !URL.canParse(origin) || !URL.canParse(address)) return;
  const [here, there] = [new URL(origin), new URL(address)];
  if (there.protocol !== "https:" || here.protocol !== "http:" || here.host !== there.host) return;
  if (isOwnMachine(here.hostname)) return;
  const message = `You came by ${here.origin}, without encryption. With this address you could not sign in any more.`;
  throw new AppError("invalid", message, { errors: [{ field, code: "locks_out", message }] });
}
