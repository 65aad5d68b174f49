import type { Resolver } from "react-hook-form";
import { type Fields, sentFields } from "./draft";

/**
 * The operation's own shape judges the form. It is fetched when something is judged for the first
 * time; where it cannot be (no connection), the operation judges alone.
 */
export const checkedFields: Resolver<Fields> = async (values, context, options) => {
  const parts = await Promise.all([import("@hookform/resolvers/zod"), import("../../lib/drafts/schema")]).catch(() => null);
  if (!parts) return { values, errors: {} };
  const [{ zodResolver }, { postForm }] = parts;
  const { errors } = await zodResolver(postForm)(sentFields(values), context, options as never);
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};
