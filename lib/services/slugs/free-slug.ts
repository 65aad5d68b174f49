import { conflict, invalid } from "../../core/errors";
import { makeSlug, numbered } from "../../text/slug";

type Wish = {
  /** As sent: null, absent or blank means "make one". */
  given: string | null | undefined;
  /** The title or name to make one of. */
  from: string;
  /** The slug where nothing can be made of that. */
  fallback: string;
  isTaken: (slug: string) => Promise<boolean>;
};

/**
 * Finds the smallest free number by doubling and then halving, so that 1,000 equal titles cost 20 look-ups instead of
 * 1,000.
 */
export async function firstFree(base: string, isTaken: Wish["isTaken"]): Promise<string> {
  if (!(await isTaken(base))) return base;
  let taken = 1;
  let free = 2;
  while (await isTaken(numbered(base, free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(numbered(base, middle))) taken = middle;
    else free = middle;
  }
  return numbered(base, free);
}

/** The slug of a record: the given one (409 when taken), or a free one made of its name. */
export async function freeSlug({ given, from, fallback, isTaken }: Wish): Promise<string> {
  if (given === null || given === undefined || given.trim() === "")
    return firstFree(makeSlug(from) || fallback, isTaken);
  const slug = makeSlug(given);
  if (slug === "") throw invalid("slug", "wrong_format", "An address needs at least one letter or digit.");
  if (await isTaken(slug)) throw conflict("slug", `Another ${fallback} already has this address.`);
  return slug;
}
