import { shared } from "../../core/shared";

/** A file that this server keeps, with what is answered of it. */
type KeptFile = { name: string; facts: unknown };

/** Milliseconds after which the files of a server that says nothing are listed no more. */
const FORGOTTEN_MS = 24 * 3_600_000;

/** What was noted before this counts no more. */
export const longAgo = (now: Date): Date => new Date(now.getTime() - FORGOTTEN_MS);

type Kind = {
  list: () => Promise<KeptFile[]>;
  /** None where what is noted is no file that others may have removed. */
  remove?: (name: string) => Promise<void>;
};

const declared = shared("kept-files", () => new Map<string, Kind>());

/** Declares files in the data folder that people on other servers see as well: how they are listed, and removed. */
export const keptKind = (name: string, kind: Kind): void => void declared.set(name, kind);

export const keptKinds = (): ReadonlyMap<string, Kind> => declared;
