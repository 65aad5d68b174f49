import type { z } from "zod";
import { shared } from "../../core/shared";

export type JobKind<P extends z.ZodType = z.ZodType> = {
  /** As it stands in stored jobs. */
  name: string;
  payload: P;
  /** How often it is begun before it has failed; the waits between grow from half a minute to six hours. */
  tries: number;
  /** At most one of them runs at a time. */
  alone?: boolean;
  /** Its payload is stored encrypted, and forgotten when it is done. */
  secret?: boolean;
  /** It is always there, and comes back so many milliseconds after its end, whatever the end was. */
  every?: { ms: number; title: string };
  /** It keeps a record of what comes about by itself, so that ending it would not hold that up. */
  records?: boolean;
  /** Its dedupe key stays taken after its end, as long as the row is kept: 30 days. */
  keepsKey?: boolean;
};

const declared = shared("job-kinds", () => new Map<string, JobKind>());

/** Declares a kind of work that is done outside of requests; `lib/server/job-handlers.ts` says who does it. */
export function jobKind<P extends z.ZodType>(name: string, spec: Omit<JobKind<P>, "name">): JobKind<P> {
  const kind = { name, ...spec };
  declared.set(name, kind);
  return kind;
}

/** The kind of a stored job; undefined where this version of the program does not know it. */
export const kindOf = (name: string): JobKind | undefined => declared.get(name);

/** Every kind that the loaded features declare. */
export const jobKinds = (): JobKind[] => [...declared.values()];
