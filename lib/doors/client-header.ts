/** Header by which the front desk tells Next the caller's address; it overwrites what a caller sent under this name. */
export const clientHeader = "x-broadsheet-client";

/** Header by which it tells Next the path and query asked for, so that a sign-in can lead back there. */
export const addressHeader = "x-broadsheet-address";
