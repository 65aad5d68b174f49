import { apiRoute } from "../../../lib/server/api-route";

// The front desk answers /api itself; this route answers it where Next runs without the front desk.
export {
  apiRoute as DELETE,
  apiRoute as GET,
  apiRoute as HEAD,
  apiRoute as OPTIONS,
  apiRoute as PATCH,
  apiRoute as POST,
  apiRoute as PUT,
};
