"use client";
import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from "react-hook-form";
import type { z } from "zod";
import type { Result } from "../../lib/doors/result";
import { useFailureText } from "./use-failure-text";

type Issue = { path: PropertyKey[]; code: string; params?: { code?: unknown } };

/** The operation's own schema, checked in the browser; each error's `type` is the code by which the reader's language has words for it. */
const resolverOf = <T extends FieldValues>(schema: z.ZodType<unknown, T>): Resolver<T> => {
  const resolve = zodResolver(schema) as Resolver<T>;
  return async (values, context, options) => {
    const resolved = await resolve(values, context, options);
    const issues = (schema.safeParse(values).error?.issues ?? []) as Issue[];
    for (const { path, code, params } of issues) {
      const error = (resolved.errors as Record<string, object | undefined>)[String(path[0])];
      if (error) Object.assign(error, { type: String(params?.code ?? code) });
    }
    return resolved;
  };
};

type Spec<T extends FieldValues, D> = {
  schema: z.ZodType<unknown, T>;
  values: DefaultValues<T>;
  /** The operation's action; a refusal of a field lands under that field. */
  send: (values: T) => Promise<Result<D>>;
  done: (data: D) => void;
};

/**
 * The form of an operation: checked by its schema before it is sent, and by the operation itself
 * afterwards. What was refused stands under its field, anything else in `failure`.
 */
export function useOperationForm<T extends FieldValues, D>({ schema, values, send, done }: Spec<T, D>) {
  const t = useTranslations("ui.fields");
  const failureText = useFailureText();
  const form = useForm<T>({ resolver: resolverOf(schema), defaultValues: values, mode: "onTouched" });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async () => {
      // What is sent is what was typed: the operation parses it itself, and would refuse what parsing has made of it.
      const answer = await send(form.getValues());
      if (answer.ok) return done(answer.data);
      const { code, message, fields } = answer.error;
      const known = Object.entries(fields).filter(([name]) => name in form.getValues());
      for (const [name, text] of known) form.setError(name as Path<T>, { type: code === "conflict" ? "taken" : "server", message: text }, { shouldFocus: true });
      if (known.length === 0) form.setError("root", { message: failureText({ code, message }) });
    },
  );

  const errorOf = (name: Path<T>): string | undefined => {
    const error = errors[name];
    if (!error) return undefined;
    const { type, message } = error as { type?: string; message?: string };
    const number = /\d+/.exec(message ?? "")?.[0] ?? "";
    return type !== undefined && t.has(type) ? t(type, { number }) : message;
  };
  return { register: form.register, watch: form.watch, setValue: form.setValue, submit, errorOf, failure: errors.root?.message, isSubmitting };
}
