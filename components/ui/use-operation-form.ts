"use client";
import { useTranslations } from "next-intl";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import type { AsRead, Result } from "../../lib/doors/result";
import { inSessionOrThrow } from "./session";
import { useMeanwhile } from "./use-meanwhile";

type Issue = { path: PropertyKey[]; code: string; params?: { code?: string } };

type FetchSchema<T> = () => Promise<z.ZodType<unknown, T>>;

const fetchRules = <T>(fetchSchema: FetchSchema<T>) =>
  Promise.all([import("@hookform/resolvers/zod"), fetchSchema()]).catch(() => null);

/**
 * The operation's schema for checks in the browser; each error's `type` is its code, for which the language has words.
 * Where it cannot be loaded, the operation checks alone.
 */
const resolverOf =
  <T extends FieldValues>(fetchSchema: FetchSchema<T>): Resolver<T> =>
  async (values, context, options) => {
    const rules = await fetchRules(fetchSchema);
    if (!rules) return { values, errors: {} };
    const [{ zodResolver }, schema] = rules;
    const resolved = await (zodResolver(schema) as Resolver<T>)(values, context, options);
    const issues = (schema.safeParse(values).error?.issues ?? []) as Issue[];
    for (const { path, code, params } of issues) {
      const error = (resolved.errors as Record<string, object | undefined>)[String(path[0])];
      if (error) Object.assign(error, { type: params?.code ?? code });
    }
    return resolved;
  };

type Spec<T extends FieldValues, D> = {
  /** Loaded when somebody begins to fill in the form: with zod it is several times as large as a page's own script. */
  schema: FetchSchema<T>;
  values: DefaultValues<T>;
  /** What the form was filled from; its action gets those fields, and is refused where they hold something else by now. */
  record?: object | undefined;
  /** The operation's action; a refused field gets its error. Null: it was not sent after all. */
  send: (values: T, asRead: AsRead | undefined) => Promise<Result<D> | null>;
  /** When what somebody else has stored was filled in. */
  loaded?: () => void;
  done: (data: D) => void;
};

/**
 * The form of an operation: checked by its schema before it is sent, and by the operation afterwards. Field errors are
 * shown at their fields, others in `failure`.
 */
export function useOperationForm<T extends FieldValues, D>({ schema, values, record, send, loaded, done }: Spec<T, D>) {
  const t = useTranslations("ui.fields");
  const list = useTranslations("list");
  const form = useForm<T>({ resolver: resolverOf(schema), defaultValues: values, mode: "onTouched" });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { asRead, heed, refill, meanwhile } = useMeanwhile(form, { values, record, loaded });

  const submit = form.handleSubmit(async () => {
    // Sends the input as typed: the operation parses it itself, and would refuse parsed values.
    const sent = form.getValues();
    const answer = await inSessionOrThrow(() => send(sent, asRead())).catch(() => "unanswered" as const);
    if (answer === "unanswered") return form.setError("root", { message: list("failed") });
    if (!answer) return;
    heed(answer, sent);
    if (answer.ok) return done(answer.data);
    const { code, message, fields } = answer.error;
    const known = Object.entries(fields).filter(([name]) => name in form.getValues());
    for (const [name, text] of known)
      form.setError(
        name as Path<T>,
        { type: code === "conflict" ? "taken" : "server", message: text },
        { shouldFocus: true },
      );
    if (known.length === 0) form.setError("root", { message: message });
  });

  /** `own` has words for what the schema finds wrong in this field. */
  const errorOf = (name: Path<T>, own?: (type: string) => string | undefined): string | undefined => {
    const error = errors[name];
    if (!error) return undefined;
    const { type, message } = error as { type?: string; message?: string };
    const number = /\d+/.exec(message ?? "")?.[0] ?? "";
    const ownWords = type === undefined || type === "server" || type === "taken" ? undefined : own?.(type);
    if (ownWords !== undefined) return ownWords;
    // Nothing is shorter than one character.
    if (type === "too_short" && number === "1") return t("required");
    return type !== undefined && t.has(type) ? t(type, { number }) : message;
  };
  const register = <N extends Path<T>>(name: N, options?: RegisterOptions<T, N>) => ({
    ...form.register(name, options),
    onFocus: () => void fetchRules(schema),
  });
  return {
    register,
    control: form.control,
    isDirty,
    reset: form.reset,
    refill,
    meanwhile,
    watch: form.watch,
    setValue: form.setValue,
    submit,
    errorOf,
    failure: errors.root?.message,
    isSubmitting,
  };
}
