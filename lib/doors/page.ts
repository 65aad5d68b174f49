import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { z } from "zod";
import { env } from "../core/env";
import { AppError, toAppError } from "../core/errors";
import { timeZone } from "../core/fields";
import type { Operation } from "../core/operation";
import { type siteSchemes } from "../core/appearance";
import { type Locale, meantLocale, meantSiteLocale, nearestLocale, type SiteLocale } from "../core/languages";
import { siteFacts } from "../core/site-facts";
import { askOnce, noteMissing, noteVisit, type Subject } from "../core/cache-keys";
import { heldTicket, readSession, sessionActor } from "./actor";
import { addressHeader } from "./client-header";
import type { CookieName } from "./host-cookie";
import { type Ask, questionOf } from "../core/questions";
import { requestHost, requestOrigin } from "./request-host";
import { sitePath } from "../core/site-path";
import { signInBefore } from "./site-path";

/** Runs a query once for each page being made, whose parts ask for much the same. */
const askHere: Ask = (query, input) =>
  askOnce(questionOf(query, input), async () => query(await sessionActor(), input));

/**
 * Runs a query for a public page as a visitor: lists are the same for everyone, an address opens for those who may see
 * it (by a given password, or as its author). What is not found ends in the 404 page.
 */
export const readAsVisitor = <I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> => orNotFound(askHere(query, input));

/** The record at the requested address, found as the front desk finds it (`lib/features/site/places.ts`). */
export const findPlace = <P, T>(find: (ask: Ask, params: P) => Promise<T>, params: P): Promise<T> =>
  orNotFound(find(askHere, params));

async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    const error = toAppError(thrown);
    // Nothing is at an address with invalid parts.
    if (error.code === "not_found" || error.code === "invalid") notFound();
    throw error instanceof AppError && error.code === "internal" ? thrown : error;
  }
}

/**
 * Runs a query for the dashboard as the signed-in actor. Without one it redirects to the sign-in and back; not allowed
 * or not found runs `otherwise`.
 */
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

/** Not allowed or not found ends in the 404 page. */
export const read = <I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> => readOr(query, input, notFound);

/** Not allowed or not found returns null, for pages that say so themselves. */
export const readIfThere = <I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O> | null> => readOr(query, input, () => null);

/**
 * Runs a query for what a public page shows to those who write it; null for everybody else, whose page stays the same
 * and is kept.
 */
export async function readAsStaff<I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O> | null> {
  const { actor } = await readSession();
  return actor.id === null ? null : readIfThere(query, input);
}

/** Redirects to the sign-in, and from there back to this page. */
async function signInFirst(): Promise<never> {
  redirect(signInBefore((await headers()).get(addressHeader)));
}

/** Whether this browser has given a password and owes the second factor. */
export const owesFactor = async (): Promise<boolean> => (await heldTicket()) !== "";

/** Marks the address of a page of the sign-in to which somebody may have been led, so that what follows it knows of that. */
const fromOutside = "outside";

/**
 * Whether a page of another site may have led this browser here. Without encryption, and by old browsers, nothing is
 * said of that: there all come from outside that do not name a page of this site.
 */
export async function comesFromAnotherSite(): Promise<boolean> {
  const head = await headers();
  const [site, given] = [head.get("sec-fetch-site"), head.get("referer") ?? ""];
  const referrer = URL.canParse(given) ? new URL(given) : null;
  const isOwn =
    site === null
      ? referrer?.host === requestHost((name) => head.get(name))
      : site === "same-origin" || site === "none";
  return !isOwn || referrer?.searchParams.has(fromOutside) === true;
}

/** The pages of the sign-in. The set-up is none: while it leads on, there is nothing yet that one key could change. */
const isOfSignIn = (path: string) => /^\/(?:login(?:\/(?:factor|forgot))?|register|set-password)$/.test(path);

/**
 * The pages from which a way leads into the dashboard that nobody else chose; those of the sign-in are marked otherwise. At
 * any other address, `/login/x` and `/admin/%` too, stands the public page that says that nothing is there.
 */
const isInside = (path: string) => /^\/(?:admin(?:\/[\w-]+)*|setup)$/.test(path) || isOfSignIn(path);

/**
 * Whether somebody may have been led to a page of the dashboard who did not want to go there. A public page to which
 * another site has led is itself one key, or one click of many, away from it. "unless reloaded": only the browser knows; a
 * link in a text can keep to itself where it stands, and so does a page that is loaded anew.
 */
export async function comesFromOutsideTheDashboard(): Promise<boolean | "unless reloaded"> {
  if (await comesFromAnotherSite()) return true;
  const head = await headers();
  // Nothing has led to what is typed, or a bookmark.
  if (head.get("sec-fetch-site") === "none") return false;
  const given = head.get("referer") ?? "";
  return URL.canParse(given) ? !isInside(new URL(given).pathname) : "unless reloaded";
}

/**
 * Marks the address of a page of the sign-in, once: whoever has the browser fill in a password signs in by one key. Programs
 * say nothing of their way, and speak no language.
 */
export async function markIfFromOutside(): Promise<void> {
  const head = await headers();
  if (["sec-fetch-site", "referer", "accept-language"].every((name) => head.get(name) === null)) return;
  const asked = new URL(head.get(addressHeader) ?? "/", "http://site.invalid");
  if (!isOfSignIn(asked.pathname) || asked.searchParams.has(fromOutside)) return;
  if ((await comesFromOutsideTheDashboard()) === false) return;
  asked.searchParams.append(fromOutside, "");
  redirect(sitePath(asked.pathname + asked.search, `/login?${fromOutside}=`));
}

export const isSignedIn = async (): Promise<boolean> => (await sessionActor()).id !== null;

/** Redirects signed-in people from a form for strangers. */
export async function strangersOnly(otherwise: string): Promise<void> {
  if (await isSignedIn()) redirect(otherwise);
}

/** The path on this site in a page's `next`; the dashboard's without one. */
export const nextFrom = (wish: string | string[] | undefined): string =>
  sitePath(typeof wish === "string" ? wish : undefined);

/** Counts each delivery of the page being made, kept or new, as a visit of this record. */
export const countVisit = (subject: Subject): void => noteVisit(subject);

/** Answers the page being made with 404; it says itself that nothing is at its address. */
export const answerMissing = (): void => noteMissing();

/** The cookie of the colours that a visitor chose. */
const SCHEME_COOKIE: CookieName = "scheme";

/** The visitor's chosen colours, otherwise `fallback`; undefined follows their system. */
export async function readScheme(
  fallback: (typeof siteSchemes)[number] = "auto",
): Promise<"light" | "dark" | undefined> {
  const chosen = (await cookies()).get(SCHEME_COOKIE)?.value;
  const scheme = chosen === "light" || chosen === "dark" || chosen === "auto" ? chosen : fallback;
  return scheme === "auto" ? undefined : scheme;
}

/** The site's language; before the installation, the browser's. */
export async function siteLocale(): Promise<SiteLocale> {
  const site = await readAsVisitor(siteFacts.get(), {});
  return site.installed ? site.locale : wishedLocale();
}

/** The time zone of the dates on public pages, which are the same for everybody. */
export const siteTimeZone = async (): Promise<string> => (await readAsVisitor(siteFacts.get(), {})).timeZone;

/** The signed-in person's language, otherwise the dashboard's nearest to the site's. */
export const ownLocale = async (): Promise<Locale> =>
  meantLocale((await readSession()).preferences?.locale ?? "") ?? nearestLocale(await siteLocale());

/** The cookie in which the dashboard's script tells this browser's time zone. */
const ZONE_COOKIE: CookieName = "zone";

/** The signed-in person's time zone, "" where they chose none; and the one to begin with, as far as it is known. */
export async function ownTimeZone(): Promise<{ chosen: string; first: string }> {
  const chosen = (await readSession()).preferences?.timeZone ?? "";
  const told = timeZone.safeParse((await cookies()).get(ZONE_COOKIE)?.value);
  return { chosen, first: chosen || (told.success ? told.data : "UTC") };
}

/** The language for this browser's first wish, or English. */
export const wishedLocale = async (): Promise<SiteLocale> =>
  meantSiteLocale((await headers()).get("accept-language")?.split(/[,;]/)[0]?.trim() ?? "") ?? "en";

/**
 * The address that this browser used, as a default for a form field. It comes from the Host header, so it is never
 * stored without being asked for. Null where SITE_URL sets the address.
 */
export async function wishedAddress(): Promise<string | null> {
  if (env.siteUrl !== undefined) return null;
  const head = await headers();
  return requestOrigin((name) => head.get(name));
}

/** The code in a link, filled into a form; "" without one. */
export const codeFrom = (given: string | string[] | undefined): string =>
  typeof given === "string" && given.length <= 255 ? given : "";
