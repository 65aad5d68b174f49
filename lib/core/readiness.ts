import { shared } from "./shared";

/** Whether this process serves yet; a server that still makes its first pages does not. */
export const readiness = shared("readiness", () => ({ ready: true }));
