/** An address seen from outside the site; undefined where there is none, or none that can be read. */
export const absolute = (address: string | undefined, base: string): string | undefined =>
  address && URL.canParse(address, base) ? new URL(address, base).href : undefined;
