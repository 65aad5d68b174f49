import type { z } from "zod";
import type { Operation } from "./operation";

/** Puts a question to an operation for the page at hand. */
export type Ask = <I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>;

/** What tells a question from all others that one page puts. */
export const questionOf = ({ title }: { title: string }, input: unknown): string => `${title} ${JSON.stringify(input)}`;
