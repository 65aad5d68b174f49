/**
 * Characters that an address, or several of them, may take in the head of an answer: proxies give a whole head 4 KB, and take
 * a server that sends a longer one for one that has failed.
 */
export const LONGEST_IN_HEAD = 3_000;

/** Where somebody is led: without its query where a head has no room for it, since strangers choose how long that is. */
export function ledTo(address: string): string {
  if (address.length <= LONGEST_IN_HEAD) return address;
  const [path = "/"] = address.split("?", 1);
  return path.length <= LONGEST_IN_HEAD ? path : "/";
}
