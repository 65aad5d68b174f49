import { signInRoute } from "../../../../lib/doors/sign-in";

// A route of its own: an action that sets a cookie would render the editor's page again.
export { signInRoute as POST };
