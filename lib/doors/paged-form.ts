import type { z } from "zod";
import { invalidInput } from "../core/errors";
import type { Operation } from "../core/operation";
import { seal, unseal } from "../core/secrets";
import { fieldsOf, formAction, kept, refusalOf, type Then } from "./form";
import type { PagedFormState } from "./form-state";

/** How long a password of the first page is valid on the last: an hour, in milliseconds. */
const KEPT_MS = 3_600_000;
const PURPOSE = "password between pages";

/** Seals the password for the pages in between. */
const sealed = (password: string): string => seal(PURPOSE, JSON.stringify({ password, expires: Date.now() + KEPT_MS }));

function unsealed(kept: string | undefined): string | undefined {
  if (kept === undefined) return undefined;
  try {
    const { password, expires } = JSON.parse(unseal(PURPOSE, kept)) as { password: string; expires: number };
    return expires > Date.now() ? password : undefined;
  } catch {
    return undefined;
  }
}

type Fields = Record<string, string>;

/**
 * Runs an operation for a form of several pages that works without JavaScript: each page carries the fields of the
 * others and is checked before the next, and the last one runs the operation. The field `password` is carried sealed.
 */
export async function pagedFormAction<P extends string, I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<I, O>,
  pages: Readonly<Record<P, z.ZodObject>>,
  form: FormData,
  then: Omit<Then<z.output<O>>, "input" | "cookie" | "check"> & {
    /** Refuses on its own page what the operation would refuse two pages later. */
    check?: (page: P, fields: Fields) => Promise<void>;
    cookie: (output: z.output<O>, fields: Fields) => Promise<void>;
  },
): Promise<PagedFormState<P>> {
  const names = Object.keys(pages) as P[];
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A form has at least one page.");
  const neighbour = (page: P, by: 1 | -1) => names[names.indexOf(page) + by] ?? page;

  const { step: sent, go, keptPassword: before, ...typed } = fieldsOf(form);
  const page = names.find((name) => name === sent) ?? first;
  const password = typed.password ?? unsealed(before);
  const fields: Fields = { ...typed, ...(password !== undefined && { password }) };
  const passwordShape = names
    .map((name) => pages[name].shape.password as z.ZodType | undefined)
    .find((shape) => shape !== undefined);
  const isGood = password !== undefined && passwordShape?.safeParse(password).success;
  const at = (where: P): PagedFormState<P> => ({
    ok: false,
    step: where,
    values: kept(fields),
    keptPassword: isGood ? sealed(password) : "",
  });
  if (go === "back") return at(neighbour(page, -1));

  const asked = Object.fromEntries(Object.entries(fields).filter(([name]) => name in pages[page].shape));
  const { error } = pages[page].safeParse(asked, { reportInput: true });
  if (error) return { ...at(page), ...refusalOf(invalidInput(error)) };
  try {
    await then.check?.(page, fields);
  } catch (thrown) {
    return { ...at(page), ...refusalOf(thrown), keptPassword: "" };
  }
  if (page !== last) return at(neighbour(page, 1));

  const { check: _check, ...rest } = then;
  const refused = await formAction(operation, form, {
    ...rest,
    input: () => Object.fromEntries(Object.entries(fields).filter(([name]) => name in operation.input.shape)),
    cookie: (output) => then.cookie(output, fields),
  });
  const [wrong] = Object.keys(refused.fields ?? {});
  const where = names.find((name) => wrong !== undefined && wrong in pages[name].shape);
  return { ...at(where ?? page), ok: false, message: refused.message, fields: refused.fields };
}
