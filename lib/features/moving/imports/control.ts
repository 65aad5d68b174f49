import type { OpenSource } from "../reading";
import type { ImportKind } from "../kinds-schema";
import type { ImportChoices } from "./schema";

/** What steers an import or its undo from outside. */
export type Control = {
  signal?: AbortSignal | undefined;
  /** Whether an aborted import goes on later by itself, as when a server stops. */
  goesOnLater?: () => Promise<boolean>;
  onProgress?: (done: number, total: number) => void;
  /** Whether nothing is read but what was sent to this server. */
  sentOnly?: boolean;
  /** Opens a source; of a test one that was made there. */
  open?: (kind: ImportKind, choices: ImportChoices, signal?: AbortSignal) => Promise<OpenSource>;
};
