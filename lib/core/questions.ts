import type { z } from "zod";
import type { Operation } from "./operation";

/** Asks an operation for the page being made. */
export type Ask = <I extends z.ZodType, O extends z.ZodType>(
  query: Operation<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>;

/** Identifies a question among those of one page. */
export const questionOf = ({ title }: { title: string }, input: unknown): string => `${title} ${JSON.stringify(input)}`;
