import { invalid } from "../../../core/errors";
import type { Identity } from "../../../core/identity";
import { engine } from "../../../core/operation";
import { signIn, signInHere, signInWithFactor, signOut } from "./browser-sign-in";
import { noteSessionUse } from "../sessions/browsers";
import { noteTokenUse } from "../tokens/personal-tokens";
import { findSession } from "../sessions/sessions";
import { findTokenOwner } from "../tokens/tokens";

/** Turns sessions and access tokens into actors. */
export const accountsIdentity: Identity = {
  async ofSession(secret) {
    const found = await findSession(engine().reader, secret, new Date());
    if (!found) return null;
    const { owner, preferences, stale } = found;
    return { owner, preferences, ...(stale && { noteUse: (actor) => noteSessionUse(actor, {}) }) };
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
  signIn: (actor, { username, password, code }) =>
    code === "" ? signIn(actor, { username, password }) : signInHere(actor, { username, password, authcode: code }),
  signInWithFactor: async (actor, { ticket, code }) => {
    if (code === "") throw invalid("code", "required", "This field is required.");
    return signInWithFactor(actor, { ticket, code });
  },
  signOut: (actor) => signOut(actor, {}),
};
