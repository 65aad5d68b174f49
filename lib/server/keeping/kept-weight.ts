import type { CacheKey } from "../../core/cache-keys";

type Answer = { body: Buffer; headers: string[] };

/** Bytes that an entry takes beside what it holds; as measured, as are those below. */
const ENTRY = 2.5 * 1024;
/** Bytes that a name or value of a header takes beside its characters. */
const STRING = 40;
/** Bytes that a cache key takes: the first time, and with each further entry that has it. A post has some twenty. */
const [NEW_KEY, KNOWN_KEY] = [200, 50];

/** Bytes that an answer takes. */
export const weightOf = ({ body, headers }: Answer): number =>
  headers.reduce((sum, { length }) => sum + length + STRING, body.byteLength);

/** Bytes that a new entry takes with its first answer; `isKnown`: whether other entries have a cache key. */
export function weightOfEntry(
  key: string,
  answer: Answer,
  cacheKeys: ReadonlySet<CacheKey>,
  isKnown: (cacheKey: CacheKey) => boolean,
): number {
  let size = ENTRY + key.length + weightOf(answer);
  for (const cacheKey of cacheKeys) size += isKnown(cacheKey) ? KNOWN_KEY : NEW_KEY;
  return size;
}
