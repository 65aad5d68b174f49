import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import type { z } from "zod";
import { AppError, toAppError } from "../core/errors";
import type { Operation } from "../core/operation";
import { noteView } from "../core/tags";
import { getSite } from "../options/queries";
import type { Locale } from "../options/schema";
import { strangerActor } from "./actor";

/** Runs a query for a public page: as a stranger, who may have shown some passwords. What is not there ends in the 404 page. */
export async function visit<I extends z.ZodType, O extends z.ZodType>(query: Operation<I, O>, input: z.input<I>): Promise<z.output<O>> {
  try {
    return await query(await strangerActor(), input);
  } catch (thrown) {
    const error = toAppError(thrown);
    // An address whose parts break their rules is an address where nothing is.
    if (error.code === "not_found" || error.code === "invalid") notFound();
    throw error instanceof AppError && error.code === "internal" ? thrown : error;
  }
}

/** Counts each delivery of the page being made, kept or new, as a visit of this post. */
export const countView = (postId: number): void => noteView(postId);

/** The colours the visitor has chosen; undefined leaves it to their system. */
export async function readScheme(): Promise<"light" | "dark" | undefined> {
  const chosen = (await cookies()).get("scheme")?.value;
  return chosen === "light" || chosen === "dark" ? chosen : undefined;
}

/** The site's language. */
export const siteLocale = async (): Promise<Locale> => (await visit(getSite, {})).locale;
