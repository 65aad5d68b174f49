import { apiRoute } from "../../../lib/server/api-route";

// The front desk answers /api itself and never hands it on; this keeps the API whole where Next runs without it.
export {
  apiRoute as DELETE,
  apiRoute as GET,
  apiRoute as HEAD,
  apiRoute as OPTIONS,
  apiRoute as PATCH,
  apiRoute as POST,
  apiRoute as PUT,
};
