import type { z } from "zod";
import { getCategoryBySlug } from "../categories/queries";
import type { Operation } from "../core/operation";
import { getPublicJournal } from "../journals/queries";
import { getPostAtAddress, getPostAtTop } from "../posts/queries";
import { getSheetAtAddress } from "../sheets/queries";
import { getTagBySlug } from "../tags/queries";
import { decodePart, pageNumber } from "./address-parts";

/** Puts a question to an operation for the page at hand. */
export type Ask = <I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>;

const post = (ask: Ask, part: string) => ask(getPostAtAddress, { slug: decodePart(part) });
const tag = (ask: Ask, { slug }: { slug: string }) => ask(getTagBySlug, { slug: decodePart(slug) });
const category = (ask: Ask, { slug }: { slug: string }) => ask(getCategoryBySlug, { slug: decodePart(slug) });

/** A sheet, or where the owner has posts stand at the top as well, a post. */
async function top(ask: Ask, { slug }: { slug: string }) {
  const at = await ask(getPostAtTop, { slug: decodePart(slug) });
  if (at.post !== null || at.movedTo !== null) return { ...at, sheet: null };
  return { post: null, ...(await ask(getSheetAtAddress, { slug: decodePart(slug) })) };
}

/**
 * What stands at an address, by the route it is on: the page asks for it first, and so does the front desk before it has
 * the page made. An operation that finds nothing means that nothing stands there.
 */
export const places = {
  "/[slug]": top,
  "/archives/[slug]": (ask: Ask, { slug }: { slug: string }) => post(ask, slug),
  "/[slug]/[month]/[post]": (ask: Ask, { post: last }: { post: string }) => post(ask, last),
  "/[slug]/[month]/[post]/[last]": (ask: Ask, { last }: { last: string }) => post(ask, last),
  "/tags/[slug]": tag,
  "/tags/[slug]/page/[n]": tag,
  "/categories/[slug]": category,
  "/categories/[slug]/page/[n]": category,
  "/journals/[id]": (ask: Ask, { id }: { id: string }) => ask(getPublicJournal, { id: pageNumber(id) }),
};

export type Place = keyof typeof places;

export const isPlace = (route: string): route is Place => Object.hasOwn(places, route);

/** What tells a question from all others that one page puts. */
export const questionOf = ({ title }: { title: string }, input: unknown): string => `${title} ${JSON.stringify(input)}`;
