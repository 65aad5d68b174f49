/** Header by which the front desk hands on whose request it is; what a caller sends under this name never gets past it. */
export const clientHeader = "x-broadsheet-client";
