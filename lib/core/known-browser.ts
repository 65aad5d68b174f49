/*
 * The name of a browser in which somebody has signed in: the number of their account, whether they were staff, and more
 * that tells browsers of one account apart.
 */

/** What such names of one account begin with. */
export const browserPrefix = (userId: number, isStaff: boolean): string => `${userId}.${isStaff ? "staff" : "reader"}.`;

/** Whether it was this account that signed in. */
export const isBrowserOf = (browser: string, userId: number): boolean => browser.startsWith(`${userId}.`);

/** Whether it was somebody of the staff: anybody may be a reader, with any number of browsers. */
export const isBrowserOfStaff = (browser: string): boolean => browser.split(".", 2)[1] === "staff";

/**
 * The line in which such a browser of the staff waits, one for all of an account: an author had one in each network,
 * and one more with each further password, and 51 kept everybody waiting who is not known here. Null for others.
 */
export const lineOfStaff = (browser: string | null): string | null =>
  browser !== null && isBrowserOfStaff(browser) ? `browsers of ${browser.split(".", 1)[0]}` : null;
