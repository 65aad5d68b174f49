/** A part of an address in plain. Next passes it percent-encoded; broken encodings become U+FFFD. */
export const decodePart = (part: string): string =>
  new URLSearchParams(`part=${part.replaceAll("+", "%2B").replaceAll("&", "%26")}`).get("part") ?? "";

/** An address or a part of one in plain; as it is where that is impossible, or names NUL, which PostgreSQL refuses. */
export function decodedAddress(address: string): string {
  try {
    const decoded = decodeURIComponent(address);
    return decoded.includes("\0") ? address : decoded;
  } catch {
    return address;
  }
}

/**
 * Whether a record can be found by a path: PostgreSQL refuses an index row of some 2,700 bytes, and letters have up to
 * four.
 */
export const isIndexable = (path: string): boolean => new TextEncoder().encode(path).byteLength <= 2_000;

/** The number in `/page/{n}` or `/journals/{id}`; 0 where there is none. */
export const pageNumber = (part: string): number => (/^[1-9]\d{0,8}$/.test(part) ? Number(part) : 0);

/** An address without the slashes at its end. */
export const withoutSlashAtEnd = (address: string): string => address.replace(/(?<!\/)\/+$/, "");
