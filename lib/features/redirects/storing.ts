import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../../../db";
import { missedAddresses, ownRedirects } from "../../../db/schema";
import { AppError, conflict, invalid, notFound } from "../../core/errors";
import { addressOf, readOptions } from "../../services/settings/reading";
import { isWebAddress } from "../../core/fields";
import { isIndexable } from "../../text/address-parts";
import { sitePath } from "../../core/site-path";
import { recordReferences } from "../references/recording";
import { circleIn, pathOf, pathShown, type Rule } from "./following";
import { readRules } from "./reading";
import type { RedirectFields } from "./schema";

/** The most redirects of a site; all of them are kept in memory. */
export const MOST_REDIRECTS = 5_000;

export type Columns = { source: string; below: boolean; target: string; status: number };

/** A row as it is answered: its source in the form in which it is given. */
export const redirectShown = <Row extends Columns>(row: Row): Row => ({ ...row, source: pathShown(row.source) });

function sourceFrom(given: string): string {
  const path = /^\/(?!\/)[^?#\\\p{Cc}]*$/u.test(given.trim()) ? pathOf(given.trim()) : null;
  if (path === null || path === "/")
    throw invalid("source", "wrong_format", "Begin with /, and give a path without a query, such as /old/page.");
  if (!isIndexable(path)) throw invalid("source", "too_long", "At most 500 characters of this script.");
  return path;
}

/** A target in the form in which it is stored: without the host where it is on this site. */
function targetFrom(given: string, site: string): string {
  const wish = given.trim();
  const isHere = URL.canParse(wish) && URL.canParse(site) && new URL(wish).origin === new URL(site).origin;
  const path = isHere ? wish.slice(new URL(site).origin.length) || "/" : wish;
  if (isWebAddress(path) && /^https?:\/\/[^/]/i.test(path)) return path;
  if (sitePath(path, "") === "" || /\p{Cc}/u.test(path))
    throw invalid("target", "wrong_format", "Give a path of this site such as /new, or a whole address with https://.");
  return path;
}

/** What is stored of a redirect of the site at an address; fields that a change leaves out stay as in `before`. */
export function checkedColumns(given: RedirectFields, { site, before }: { site: string; before?: Columns }): Columns {
  const status = given.status === undefined ? (before?.status ?? 301) : (given.status ?? 301);
  const wish = given.target === undefined ? (before?.target ?? "") : (given.target ?? "");
  if (status !== 410 && wish.trim() === "")
    throw invalid("target", "required", "Say where it leads, or that what was there is gone (410).");
  return {
    source: sourceFrom(given.source),
    below: given.below === undefined ? (before?.below ?? false) : (given.below ?? false),
    target: status === 410 ? "" : targetFrom(wish, site),
    status,
  };
}

async function columnsOf(db: Database, given: RedirectFields, before?: Columns): Promise<Columns> {
  return checkedColumns(given, { site: addressOf(await readOptions(db)), ...(before && { before }) });
}

/** Refuses rules that lead in a circle. */
export function refuseCirclesOf(rules: readonly Rule[]): void {
  const source = circleIn(rules);
  if (source !== null)
    throw new AppError("invalid", `From ${source} this would lead in a circle, or through too many redirects.`, {
      reason: "redirect_circle",
    });
}

/** Refuses redirects that lead in a circle, alone or together with those that are there. */
export const refuseCircles = async (db: Database): Promise<void> => refuseCirclesOf(await readRules(db));

/** Refuses one more redirect than a site has. */
export function refuseTooMany(count: number): void {
  if (count >= MOST_REDIRECTS)
    throw new AppError("conflict", `There are ${MOST_REDIRECTS} redirects already. Delete some first.`, {
      reason: "too_many_redirects",
    });
}

/** Refuses a second redirect from the same address. */
export async function refuseTaken(db: Database, { source, below }: Columns, id: number): Promise<void> {
  const { id: number, source: path, below: isBelow } = ownRedirects;
  const same = and(eq(path, source), eq(isBelow, below), ne(number, id));
  if ((await db.$count(ownRedirects, same)) > 0) throw conflict("source", "This address is redirected already.");
}

/** What was missed at an address is found there from now on. */
export const forgetMissed = (db: Database, source: string) =>
  db.delete(missedAddresses).where(eq(missedAddresses.path, source));

/** Stores a new redirect; circles are refused by `refuseCircles` once all of a change are stored. */
export async function storeNew(db: Database, given: RedirectFields, now: Date) {
  refuseTooMany(await db.$count(ownRedirects));
  const columns = await columnsOf(db, given);
  await refuseTaken(db, columns, 0);
  const [row] = await db
    .insert(ownRedirects)
    .values({ ...columns, createTime: now, updateTime: now })
    .returning();
  if (!row) throw new Error("the redirect was not stored");
  await recordReferences(db, "redirect", row.id, columns, { isNew: true });
  await forgetMissed(db, row.source);
  return row;
}

/** Changes the given fields of one. */
export async function storeChange(db: Database, id: number, given: RedirectFields, now: Date) {
  const [before] = await db.select().from(ownRedirects).where(eq(ownRedirects.id, id));
  if (!before) throw notFound();
  const columns = await columnsOf(db, given, before);
  await refuseTaken(db, columns, id);
  const [row] = await db
    .update(ownRedirects)
    .set({ ...columns, updateTime: now })
    .where(eq(ownRedirects.id, id))
    .returning();
  if (!row) throw notFound();
  await recordReferences(db, "redirect", id, columns);
  await forgetMissed(db, row.source);
  return row;
}
