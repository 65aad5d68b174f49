import { shared } from "./shared";

/** Whether this process says that it serves; a server that is still making its first pages does not. */
export const readiness = shared("readiness", () => ({ ready: true }));
