import type { Resolver } from "react-hook-form";
import { type Fields, sentFields } from "./edits";

type Issue = { path: PropertyKey[]; code: string; message: string; params?: { code?: string } };
/** The words of an error in the dashboard's language; `number` is the bound. */
export type SayField = (code: string, number: string) => string | undefined;

/** The path of an issue in the form's errors, at any depth. */
const errorAt = (errors: object, path: PropertyKey[]) =>
  path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    errors,
  );

/**
 * Checks the form by the operation's own schema, loaded at the first check. Without a connection the operation checks
 * alone.
 */
export const checkedFields =
  (say: SayField): Resolver<Fields> =>
  async (values, context, options) => {
    const parts = await Promise.all([
      import("@hookform/resolvers/zod"),
      import("../../lib/features/writing/revision-schema"),
    ]).catch(() => null);
    if (!parts) return { values, errors: {} };
    const [{ zodResolver }, { postForm }] = parts;
    const sent = sentFields(values);
    const { errors } = await zodResolver(postForm)(sent, context, options as never);
    if (Object.keys(errors).length === 0) return { values, errors: {} };
    for (const { path, code, message, params } of (postForm.safeParse(sent).error?.issues ?? []) as Issue[]) {
      const error = errorAt(errors, path);
      const words = say(params?.code ?? code, /\d+/.exec(message)?.[0] ?? "");
      if (words !== undefined && typeof error === "object" && error !== null && "message" in error)
        error.message = words;
    }
    return { values: {}, errors };
  };
