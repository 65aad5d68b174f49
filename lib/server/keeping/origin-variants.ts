import { originHeaders } from "../../api/origins";
import { etagOf } from "../../core/etag";
import type { Answer } from "./page-cache";

/** Of each kept answer: one variant for each origin that the owner lists, and one for all others. */
const variants = new WeakMap<Answer, Map<string, Answer>>();

/**
 * Adds headers to those of an answer; `Vary` says that they depend on who asks. It is named by them as well: said to be
 * unchanged without them, an answer that a browser knows would stay readable for an origin that is listed no more.
 */
const withHeaders = (headers: string[], more: string[], etag: string | null): string[] => [
  ...headers.map((value, i) => {
    const name = i % 2 === 1 ? headers[i - 1] : undefined;
    return name === "Vary" ? "Accept-Encoding, Origin" : name === "ETag" ? (etag ?? value) : value;
  }),
  ...more,
];

/** An answer of the API as a page of another origin gets it: the same bytes, and the headers that let it be read. */
export async function variantFor(origin: string | undefined, answer: Answer): Promise<Answer> {
  if (origin === undefined) return answer;
  const { vary: _, ...shown } = await originHeaders(origin);
  const made = variants.get(answer) ?? new Map<string, Answer>();
  variants.set(answer, made);
  const name = Object.keys(shown).length > 0 ? origin : "";
  let variant = made.get(name);
  if (!variant) {
    const more = Object.entries(shown).flat();
    const etag = answer.etag === null || more.length === 0 ? answer.etag : `"${etagOf(more, answer.etag)}"`;
    const headers = withHeaders(answer.headers, more, etag);
    const unchanged = withHeaders(answer.unchanged, more, etag);
    made.set(name, (variant = { ...answer, headers, unchanged, etag }));
  }
  return variant;
}
