import { decodedAddress, withoutSlashAtEnd } from "../../../text/address-parts";

/** The path of an address at the old site, with its query where it has one that names a record; null for none. */
export function oldPath(address: string): string | null {
  const base = "http://old.invalid";
  if (address === "" || !URL.canParse(address, base)) return null;
  const { protocol, pathname } = new URL(address, base);
  return /^https?:$/.test(protocol) && pathname !== "/" ? decodedAddress(pathname) : null;
}

/** The path at which a site begins: "" at the root of its host. */
export function basePathOf(site: string | null): string {
  if (site === null || !URL.canParse(site)) return "";
  return withoutSlashAtEnd(new URL(site).pathname);
}

export const hostOf = (site: string): string | null => (URL.canParse(site) ? new URL(site).host : null);
