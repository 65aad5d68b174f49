import { stopBackups, type Watched } from "../features/backups/child";
import type { Step } from "../features/backups/schema";
import { sizeText } from "../text/size";
import type { Output } from "./output";

const labels: Record<Step, string> = {
  READING: "Copying the database",
  WRITING: "Writing the backup",
  CHECKING: "Checking it",
  UNPACKING: "Unpacking it",
  OPENING: "Opening the restored site",
  STORING: "Putting files into the bucket",
};

/** Runs work that the child process does, and ends the child. A terminal shows how far it is; the signal cancels it. */
export async function withChild<T>(
  output: Output,
  signal: AbortSignal,
  work: (watched: Watched) => Promise<T>,
): Promise<T> {
  const { show, end } = output.measure(sizeText);
  try {
    return await work({ signal, onProgress: ({ step, done, total }) => show(labels[step], done, total) });
  } finally {
    end();
    await stopBackups();
  }
}
