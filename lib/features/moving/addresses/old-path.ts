import { withoutSlashAtEnd } from "../../../text/address-parts";

/** Keys of the query that name a record at the top of an old site. */
const namingKeys = ["p", "page_id", "attachment_id", "cat", "m"] as const;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * An address of an old site as it is stored and looked up: its path, decoded and without a slash at its end, whatever the
 * host; at the top of the site with the one key of the query that names a record. Null where it names nothing.
 */
export function oldPath(address: string): string | null {
  if (!URL.canParse(address, "http://old.invalid")) return null;
  const { pathname, searchParams } = new URL(address, "http://old.invalid");
  const path = withoutSlashAtEnd(decoded(pathname).normalize("NFC"));
  if (path !== "") return path.length <= 1023 ? path : null;
  const key = namingKeys.find((each) => searchParams.has(each));
  const value = key === undefined ? "" : (searchParams.get(key) ?? "");
  return value === "" || value.length > 100 ? null : `/?${key}=${value}`;
}
