import type { z } from "zod";
import { shared } from "../../core/shared";

/** The most jobs that one server does at a time. */
export const PLACES = 8;

/**
 * The most jobs of kinds that may take long, together: work over the whole site, and what waits for servers of others.
 * They are fewer than the places, so that none of them keeps a password's mail or a publication waiting.
 */
export const lanes = { long: 3, mail: 2, webhooks: 2 } as const;

export type JobKind<P extends z.ZodType = z.ZodType> = {
  /** Its name in stored jobs. */
  name: string;
  payload: P;
  /** How often it is started before it has failed; the waits between grow from half a minute to six hours. */
  tries: number;
  /** Runs at most once at a time. */
  alone?: boolean;
  /** The kinds that it shares a few places with; without it, it gets any. */
  lane?: keyof typeof lanes;
  /** Its files lie in the data folder of the server that was asked, so no other server takes it. */
  inFolder?: boolean;
  /** Its payload is sealed, and deleted when it is done. */
  secret?: boolean;
  /** It always exists, and is due again so many milliseconds after its end, whatever the result. */
  every?: { ms: number; title: string };
  /** It only records what happens by itself, so cancelling it would not prevent that. */
  records?: boolean;
  /** Its dedupe key stays taken after its end, as long as the row is kept: 30 days. */
  keepsKey?: boolean;
};

const declared = shared("job-kinds", () => new Map<string, JobKind>());

/** Declares a kind of job; `lib/server/job-handlers.ts` registers its handler. */
export function jobKind<P extends z.ZodType>(name: string, spec: Omit<JobKind<P>, "name">): JobKind<P> {
  const kind = { name, ...spec };
  declared.set(name, kind);
  return kind;
}

/** The kind of a stored job; undefined where this version does not know it. */
export const kindOf = (name: string): JobKind | undefined => declared.get(name);

/** Every kind that the loaded features declare. */
export const jobKinds = (): JobKind[] => [...declared.values()];
