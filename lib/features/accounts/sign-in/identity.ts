import type { Identity } from "../../../core/identity";
import { engine } from "../../../core/operation";
import { signOut } from "./browser-sign-in";
import { noteSessionUse } from "../sessions/browsers";
import { noteTokenUse } from "../tokens/personal-tokens";
import { findSession } from "../sessions/sessions";
import { findTokenOwner } from "../tokens/tokens";

/** How sessions and access tokens become actors. */
export const accountsIdentity: Identity = {
  async ofSession(secret) {
    const found = await findSession(engine().reader, secret, new Date());
    return found && { owner: found.owner, ...(found.stale && { noteUse: (actor) => noteSessionUse(actor, {}) }) };
  },
  async ofToken(token) {
    const found = await findTokenOwner(engine().reader, token, new Date());
    return (
      found && {
        owner: found.owner,
        ...(found.stale && { noteUse: (actor) => noteTokenUse({ ...actor, scopes: null }, {}) }),
      }
    );
  },
  signOut: (actor) => signOut(actor, {}),
};
