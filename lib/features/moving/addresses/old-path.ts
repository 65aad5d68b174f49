import { decodedAddress, isIndexable, withoutSlashAtEnd } from "../../../text/address-parts";
import { normalized } from "../../../text/normalized";

/** Keys of the query that name a record at the top of an old site, which may have stood below a path. */
const namingKeys = ["p", "page_id", "attachment_id", "cat", "m"] as const;

/**
 * An address of an old site as it is stored and looked up: its path, decoded and without a slash at its end, whatever the
 * host, and the one key of the query that may name a record. Null where it names nothing.
 */
export function oldPath(address: string): string | null {
  if (!URL.canParse(address, "http://old.invalid")) return null;
  const { pathname, searchParams } = new URL(address, "http://old.invalid");
  const path = withoutSlashAtEnd(normalized(decodedAddress(pathname), "NFC"));
  const key = namingKeys.find((each) => searchParams.has(each));
  const value = key === undefined ? "" : (searchParams.get(key) ?? "");
  const named = value === "" || value.length > 100 ? path : `${path}/?${key}=${value}`;
  return named === "" || named.length > 1023 || !isIndexable(named) ? null : named;
}

/** The same without its query. */
export const withoutKey = (path: string): string => path.replace(/\/\?\w+=.*$/s, "");
