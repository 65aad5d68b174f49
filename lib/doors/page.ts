import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { z } from "zod";
import { env } from "../core/env";
import { AppError, toAppError } from "../core/errors";
import type { Operation } from "../core/operation";
import { type Locale, nearestLocale, type siteSchemes } from "../core/settings";
import { siteFacts } from "../core/site-facts";
import { askOnce, noteMissing, noteVisit, type Subject } from "../core/cache-keys";
import { heldTicket, sessionActor } from "./actor";
import { addressHeader } from "./client-header";
import { type Ask, questionOf } from "../core/questions";
import { sitePath } from "./site-path";

/** Runs a query once for each page being made, whose parts ask for much the same. */
const askHere: Ask = (query, input) =>
  askOnce(questionOf(query, input), async () => query(await sessionActor(), input));

/**
 * Runs a query for a public page: what lists show is the same for everyone, an address opens for
 * whoever may see it (a password shown, or one's own private text). What is not there ends in the 404 page.
 */
export const readAsVisitor = <I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> => orNotFound(askHere(query, input));

/** What stands at the address being asked for, found as the front desk finds it (`lib/features/site/places.ts`). */
export const findPlace = <P, T>(find: (ask: Ask, params: P) => Promise<T>, params: P): Promise<T> =>
  orNotFound(find(askHere, params));

async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    const error = toAppError(thrown);
    // An address whose parts break their rules is an address where nothing is.
    if (error.code === "not_found" || error.code === "invalid") notFound();
    throw error instanceof AppError && error.code === "internal" ? thrown : error;
  }
}

/** Runs a query for the dashboard: as whoever is signed in, always fresh. Nobody is: to the sign-in and back here. Not allowed, or not there: whatever `otherwise` does. */
async function readOr<I extends z.ZodType, O extends z.ZodType, T>(
  query: Operation<I, O>,
  input: z.input<I>,
  otherwise: () => T,
): Promise<z.output<O> | T> {
  try {
    return await query(await sessionActor(), input);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === "unauthenticated") await signInFirst();
    if (error.code === "forbidden" || error.code === "not_found" || error.code === "invalid") return otherwise();
    throw error.code === "internal" ? thrown : error;
  }
}

/** What is not allowed or not there ends in the 404 page. */
export const read = <I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> => readOr(query, input, notFound);

/** What is not allowed or not there is null, for a page that says so itself. */
export const readIfThere = <I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O> | null> => readOr(query, input, () => null);

/** Leads to the sign-in, and from there back to the page being asked for. */
async function signInFirst(): Promise<never> {
  // `_rsc` is the framework's own mark of a navigation inside the dashboard.
  const here = sitePath(
    (await headers())
      .get(addressHeader)
      ?.replace(/([?&])_rsc=[^&]*&?/, "$1")
      .replace(/[?&]$/, ""),
  );
  redirect(`/login?next=${encodeURIComponent(here)}`);
}

/** Whether this browser has shown a password and owes the second factor. */
export const owesFactor = async (): Promise<boolean> => (await heldTicket()) !== "";

/** Keeps those who are signed in away from a form that only strangers need. */
export async function strangersOnly(otherwise: string): Promise<void> {
  if ((await sessionActor()).id !== null) redirect(otherwise);
}

/** The path on this site that a page's `next` asks for; the dashboard's without one. */
export const nextFrom = (wish: string | string[] | undefined): string =>
  sitePath(typeof wish === "string" ? wish : undefined);

/** Counts each delivery of the page being made, kept or new, as a visit of this record. */
export const countVisit = (subject: Subject): void => noteVisit(subject);

/** Answers the page being made with 404: it is whole, and says that there is nothing at its address. */
export const answerMissing = (): void => noteMissing();

/** The colours the visitor has chosen, otherwise `fallback`; undefined leaves it to their system. */
export async function readScheme(
  fallback: (typeof siteSchemes)[number] = "auto",
): Promise<"light" | "dark" | undefined> {
  const chosen = (await cookies()).get("scheme")?.value;
  const scheme = chosen === "light" || chosen === "dark" || chosen === "auto" ? chosen : fallback;
  return scheme === "auto" ? undefined : scheme;
}

/** The site's language; until it has one, the browser's. */
export async function siteLocale(): Promise<Locale> {
  const site = await readAsVisitor(siteFacts.get(), {});
  return site.installed ? site.locale : wishedLocale();
}

/** The language this browser asks for first, as far as the site speaks it. */
export const wishedLocale = async (): Promise<Locale> =>
  nearestLocale((await headers()).get("accept-language")?.split(/[,;]/)[0]?.trim() ?? "");

/**
 * The address this browser came to, to be put into a field and looked at by whoever sets the site up: it comes from the Host
 * header, so it is stored nowhere unasked. Null where SITE_URL says the address.
 */
export async function wishedAddress(): Promise<string | null> {
  if (env.siteUrl !== undefined) return null;
  const head = await headers();
  const scheme =
    env.trustProxy > 0 && head.get("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https" ? "https" : "http";
  const address = `${scheme}://${head.get("host") ?? ""}`;
  return URL.canParse(address) ? new URL(address).origin : "";
}

/** The code in a link to a form, put there in advance; "" without one. */
export const codeFrom = (given: string | string[] | undefined): string =>
  typeof given === "string" && given.length <= 255 ? given : "";
