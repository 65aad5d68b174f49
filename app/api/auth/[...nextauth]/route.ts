import { authRoute } from "../../../../lib/doors/auth-route";

export { authRoute as GET, authRoute as POST };
