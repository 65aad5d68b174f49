import { serveTasks } from "../workers/child";
import { type Examined, examine } from "./examine";
import { makeCard } from "./picture-card";
import { makeIcon } from "./picture-icon";
import type { Sent } from "./examiner";

/** How often the memory in use is looked at while decoders work, in milliseconds; they fill some megabytes meanwhile. */
const LOOK_MS = 20;

/** Says so as soon as a file takes more memory than it may; the server then ends this process. */
async function examineWithin(
  { file, name, folder, isClean, memory, icon, card }: Sent,
  exhausted: () => void,
): Promise<Examined> {
  // What a picture needs depends on its type, its depth and how it is interlaced, and decoders do not say it before.
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() > memory) exhausted();
  }, LOOK_MS);
  try {
    if (card) return await makeCard(card, file, folder);
    return icon === undefined ? await examine(file, name, folder, isClean) : await makeIcon(file, folder, icon);
  } finally {
    clearInterval(looking);
  }
}

serveTasks((sent: Sent, { exhausted }) => examineWithin(sent, exhausted), {
  // Pixels are megabytes to the machine and a few bytes to the collector, which would keep them.
  after: () => globalThis.gc?.(),
});
