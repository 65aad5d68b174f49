import type { z } from "zod";
import { shared } from "../../core/shared";

/**
 * The most jobs that one server does at a time, by what they wait for: each lane has places of its own, so that neither
 * work over the whole site nor a server of others keeps a password's mail or a publication waiting. `letters` are mails
 * to readers and to strangers, of whom there are many; `deliveries` wait for others and for nothing here, one for each receiver.
 * `upkeep` follows what authors do: hundreds of such jobs had backups wait for an hour.
 */
export const lanes = { short: 4, long: 3, upkeep: 2, mail: 2, letters: 2, deliveries: 32 } as const;

export type JobKind<P extends z.ZodType = z.ZodType> = {
  /** Its name in stored jobs. */
  name: string;
  payload: P;
  /** How often it is started before it has failed; the waits between grow from half a minute to six hours. */
  tries: number;
  /** Runs at most once at a time. */
  alone?: boolean;
  /** The kinds that it shares places with; without it, those that take a moment. */
  lane?: keyof typeof lanes;
  /** Who is sent something, or what is brought up to date: jobs of one run one after the other, those of others beside. */
  receiver?(payload: z.output<P>): string;
  /** Of one receiver only one waits: when it starts, it finds all that later ones would have been about. */
  oneWaits?: boolean;
  /** The most jobs that wait for one receiver: where it takes none for weeks, the oldest are dropped. */
  mostWaiting?: number;
  /** Its files lie in the data folder of the server that was asked, so no other server takes it. */
  inFolder?: boolean;
  /** Its payload is sealed, and deleted when it is done. */
  secret?: boolean;
  /** It always exists, and is due again so many milliseconds after its end, whatever the result. */
  every?: { ms: number; title: string };
  /** It only records what happens by itself, so cancelling it would not prevent that. */
  records?: boolean;
  /** It may wait for a date that somebody chose, however far away; others wait for some hours at most. */
  onDate?: boolean;
  /** Its dedupe key stays taken after its end, as long as the row is kept: 30 days. */
  keepsKey?: boolean;
};

const declared = shared("job-kinds", () => new Map<string, JobKind>());

/** Declares a kind of job; `lib/server/background/job-handlers.ts` registers its handler. */
export function jobKind<P extends z.ZodType>(name: string, spec: Omit<JobKind<P>, "name">): JobKind<P> {
  const kind = { name, ...spec };
  declared.set(name, kind);
  return kind;
}

/** The kind of a stored job; undefined where this version does not know it. */
export const kindOf = (name: string): JobKind | undefined => declared.get(name);

/** The names of the kinds that this version knows. */
export const knownKinds = (): string[] => [...declared.keys()].toSorted();

/** Every kind that the loaded features declare. */
export const jobKinds = (): JobKind[] => [...declared.values()];
