/** Header in which the front desk tells Next the caller's address; it overwrites one that the caller sent. */
export const clientHeader = "x-broadsheet-client";

/** Header in which it tells Next the requested path and query, so that a sign-in can lead back. */
export const addressHeader = "x-broadsheet-address";
