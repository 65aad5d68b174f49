import { randomUUID } from "node:crypto";
import { api } from "../../../lib/api/app";

// The front desk answers /api itself and never hands it on; this keeps the API whole where Next runs without it.
const answer = (request: Request) => api(request, { ip: null, requestId: randomUUID(), log: console.error });

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
