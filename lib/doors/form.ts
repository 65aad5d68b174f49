import { redirect } from "next/navigation";
import type { z } from "zod";
import type { Actor } from "../core/access";
import { AppError, toAppError } from "../core/errors";
import type { Operation } from "../core/operation";
import { noteRun } from "../core/cache-keys";
import { strangerActor } from "./actor";
import type { FormState } from "./form-state";

/** What a form carries beside its fields: the framework's, its own name, and the token of one that signs in. */
const isBeside = (name: string) => name.startsWith("$ACTION") || name === "form" || name === "csrfToken";

/** One field as text; a file, or none, is nothing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** A field that a form left empty counts as not sent. */
export const fieldsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && value !== "" && !isBeside(name) ? [[name, value]] : [],
    ),
  );

/** What may stand in a form again after it was refused; passwords and codes are typed anew. */
export const kept = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !/password|^code$/i.test(name)));

/** Whatever was thrown, as a form shows it; what is our own fault goes on. */
export function refusalOf(thrown: unknown): FormState {
  const error = toAppError(thrown);
  if (error.code === "internal") throw thrown;
  return {
    ok: false,
    message: error instanceof AppError ? error.code : "internal",
    fields: Object.fromEntries((error.extra.errors ?? []).map((e) => [e.field, e.code])),
  };
}

export type Then<O> = {
  redirectTo: string | ((output: O) => string);
  /** Who sends it; a stranger unless given, whoever is signed in with this browser. */
  as?: () => Promise<Actor>;
  /** Refuses what was sent before anything is done. */
  check?: () => Promise<void>;
  /** Keeps in this browser what came of it. */
  cookie?: (output: O) => Promise<void>;
  /** What of the form the operation gets, and what it gets beside; all fields as they are unless given. */
  input?: (fields: Record<string, string>) => Record<string, unknown> | Promise<Record<string, unknown>>;
};

/** Runs an operation for a plain form that must work without JavaScript: refusals come back beside their fields, success leads on. */
export async function formAction<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  form: FormData,
  then: Then<z.output<O>>,
): Promise<FormState> {
  noteRun();
  const fields = fieldsOf(form);
  let output: z.output<O>;
  try {
    await then.check?.();
    // The operation parses strictly; a form is untyped until then.
    output = await operation(
      await (then.as ?? strangerActor)(),
      ((await then.input?.(fields)) ?? fields) as z.input<I>,
    );
    await then.cookie?.(output);
  } catch (thrown) {
    return { ...refusalOf(thrown), values: kept(fields) };
  }
  redirect(typeof then.redirectTo === "string" ? then.redirectTo : then.redirectTo(output));
}

/** Runs an operation for one step of a form: refused, the form stays at this step, otherwise it goes on to the next. */
export async function stepForm<I extends z.ZodType, O extends z.ZodType, S extends string>(
  operation: Operation<I, O>,
  form: FormData,
  step: S,
  next: S,
  input: (fields: Record<string, string>) => z.input<I>,
): Promise<FormState & { step: S }> {
  const { step: _step, ...fields } = fieldsOf(form);
  try {
    await operation(await strangerActor(), input(fields));
    return { ok: true, step: next, values: kept(fields) };
  } catch (thrown) {
    return { ...refusalOf(thrown), step, values: kept(fields) };
  }
}
