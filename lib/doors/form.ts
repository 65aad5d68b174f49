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

/** One field as text; undefined for a file or nothing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** A field that a form left empty counts as not sent. An action may be called with anything: what is no form is refused before it counts as run. */
export function fieldsOf(form: FormData): Record<string, string> {
  if (!((form as unknown) instanceof FormData)) throw new AppError("malformed", "This action takes a form.");
  noteRun();
  return Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && value !== "" && !isBeside(name) ? [[name, value]] : [],
    ),
  );
}

/** The values to fill in again after a refusal; passwords and codes must be typed again. */
export const kept = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !/password|^code$/i.test(name)));

/** Turns a refusal into the form's state; faults of the program are thrown on. */
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
  /** The actor; a visitor by default, or this browser's signed-in one. */
  as?: () => Promise<Actor>;
  /** Refuses the form before anything is done. */
  check?: () => Promise<void>;
  /** Stores the result in this browser. */
  cookie?: (output: O) => Promise<void>;
  /** The operation's input; by default all fields. */
  input?: (fields: Record<string, string>) => Record<string, unknown> | Promise<Record<string, unknown>>;
};

/**
 * Runs an operation for a plain form that works without JavaScript: refusals come back beside their fields, success
 * redirects.
 */
export async function formAction<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  form: FormData,
  then: Then<z.output<O>>,
): Promise<FormState> {
  const fields = fieldsOf(form);
  let output: z.output<O>;
  try {
    await then.check?.();
    // A form is untyped until the operation parses it strictly.
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

/** Runs an operation for one step of a form: a refusal stays at this step, success moves to the next. */
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
