import { originHeaders } from "../api/origins";
import type { Answer } from "./page-cache";

/** Of each kept answer: one variant for each origin that the owner lists, and one for all others. */
const variants = new WeakMap<Answer, Map<string, Answer>>();

/** Adds headers to an answer; `Vary` says that they depend on who asks. */
const withHeaders = (headers: string[], more: string[]): string[] => [
  ...headers.with(headers.indexOf("Vary") + 1, "Accept-Encoding, Origin"),
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
    const [headers, unchanged] = [withHeaders(answer.headers, more), withHeaders(answer.unchanged, more)];
    made.set(name, (variant = { ...answer, headers, unchanged }));
  }
  return variant;
}
