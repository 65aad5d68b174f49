import { writeFileSync } from "node:fs";
import { type Answer, answerTo, type Request } from "../workers/answering";
import { type Examined, examine } from "./examine";
import { makeCard } from "./picture-card";
import { makeIcon } from "./picture-icon";
import type { Sent } from "./examiner";

/** How often the memory in use is looked at while decoders work, in milliseconds; they fill some megabytes meanwhile. */
const LOOK_MS = 20;

/** Answers `exhausted` as soon as a file takes more memory than it may; the server then ends this process. */
async function examineWithin({ file, name, folder, isClean, memory, icon, card }: Sent, id: number): Promise<Examined> {
  // What a picture needs depends on its type, its depth and how it is interlaced, and decoders do not say it before.
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() > memory) process.send?.({ id, exhausted: true } satisfies Answer<Examined>);
  }, LOOK_MS);
  try {
    if (card) return await makeCard(card, file, folder);
    return icon === undefined ? await examine(file, name, folder, isClean) : await makeIcon(file, folder, icon);
  } finally {
    clearInterval(looking);
  }
}

try {
  // Where a machine has no memory left, this process ends and not the server.
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Linux alone has it.
}
process.on("message", (request: Request<Sent>) => {
  void answerTo(request, (sent) => examineWithin(sent, request.id)).then((answer) => {
    process.send?.(answer);
    // Pixels are megabytes to the machine and a few bytes to the collector, which would keep them.
    globalThis.gc?.();
  });
});
// The server has ended.
process.on("disconnect", () => process.exit(0));
