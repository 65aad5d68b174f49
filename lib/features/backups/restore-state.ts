import { port } from "../../core/port";
import { shared } from "../../core/shared";
import type { RestoreStatus } from "./schema";

const idle: RestoreStatus = {
  state: "NONE",
  name: null,
  replaced: null,
  notes: [],
  progress: null,
  error: null,
  startTime: null,
  endTime: null,
};

const seat = shared<{ status: RestoreStatus; stop: AbortController | null }>("restore", () => ({
  status: idle,
  stop: null,
}));

/** The restore of this process. */
export const restoreState = (): RestoreStatus => seat.status;
export const setRestoreState = (status: RestoreStatus): void => void (seat.status = status);

/** Lets somebody cancel the restore that begins now. */
export const cancellable = (): AbortSignal => (seat.stop = new AbortController()).signal;

/** Cancels the restore, which is only being made ready; false where it is too late, or there is none. */
export function stopRestore(): boolean {
  if (seat.status.state !== "PREPARING" || !seat.stop) return false;
  seat.stop.abort(new Error("cancelled"));
  return true;
}

/** Begins to restore a backup while the server runs. Refuses where another backup or restore is at work. */
export const siteRestore = port<(name: string, path: string) => RestoreStatus>("the restore of the running site");
