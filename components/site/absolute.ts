/** An absolute address on this site; undefined where there is none, or none that can be parsed. */
export const absolute = (address: string | undefined, base: string): string | undefined =>
  address && URL.canParse(address, base) ? new URL(address, base).href : undefined;
