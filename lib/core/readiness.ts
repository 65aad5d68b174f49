import { shared } from "./shared";

/** Whether this process serves yet, which a server that still makes its first pages does not, and whether it stops. */
export const readiness = shared("readiness", () => ({ ready: true, isStopping: false }));
