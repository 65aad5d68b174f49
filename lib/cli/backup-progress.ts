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
  RENDERING: "Rendering its texts",
  STORING: "Putting files into the bucket",
};

const count = (records: number): string => records.toLocaleString("en-US");

/** Runs work that the child process does, and ends the child. A terminal shows how far it is; the signal cancels it. */
export async function withChild<T>(
  output: Output,
  signal: AbortSignal,
  work: (watched: Watched) => Promise<T>,
): Promise<T> {
  const writerFor = (step: Step) => (step === "RENDERING" ? count : sizeText);
  let writer = sizeText;
  let bar = output.measure(writer);
  const onProgress: Watched["onProgress"] = ({ step, done, total }) => {
    if (writerFor(step) !== writer) {
      bar.end();
      writer = writerFor(step);
      // What is left is estimated anew, in the other unit.
      bar = output.measure(writer);
    }
    bar.show(labels[step], done, total);
  };
  try {
    return await work({ signal, onProgress });
  } finally {
    bar.end();
    await stopBackups();
  }
}
