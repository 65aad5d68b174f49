import type { Remade } from "../features/attachments/remaking";
import { type Output, printable } from "./output";

/** Does some work on each file, with its progress; a file that fails is reported, and the rest continues. */
export async function eachFile(
  output: Output,
  doing: string,
  ids: readonly number[],
  work: (id: number) => Promise<Remade>,
) {
  const bar = output.progress(doing, ids.length);
  const made = { renewed: 0, completed: 0, unchanged: 0, gone: 0, failed: 0 };
  const failures: { id: number; name: string; reason: string }[] = [];
  try {
    for (const id of ids) {
      const done = await work(id);
      made[done.outcome] += 1;
      bar.step();
      if (done.outcome !== "failed") continue;
      failures.push({ id, name: done.name, reason: done.reason });
      output.line(`failed    ${printable(done.name)}: ${printable(done.reason)}`);
    }
  } finally {
    bar.end();
  }
  return { made, failures };
}
