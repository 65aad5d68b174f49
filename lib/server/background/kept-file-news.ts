import { subscribe } from "../../core/events";
import type { Supervisor } from "../../core/supervisor";
import "../../features/attachments/servers";
import { noteFilesHere } from "../../services/kept-files/noting";

/** Milliseconds between looks for what commands have made or removed beside this server. */
const LOOK_MS = 30_000;

/** The operations after which there may be other files than before. */
const changing = new Set(["endJob", "deleteBackup", "deleteExport", "uploadBackup"]);

/** Tells the other servers which backups and exports this one keeps, and where it puts uploaded files. */
export function tellOfKeptFiles(supervisor: Supervisor): void {
  let unsubscribe: () => void = () => undefined;
  const round = async () => {
    await noteFilesHere();
    return LOOK_MS;
  };
  const loop = supervisor.begin("files that this server keeps", round, { onStop: () => unsubscribe() });
  unsubscribe = subscribe(({ operation }) => void (changing.has(operation) && loop.wake()));
}
