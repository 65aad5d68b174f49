import { writeFileSync } from "node:fs";
import type { AppError } from "../../core/errors";
import { type Examined, examine } from "./examine";

/** One file to look at, whose picture is clean already where it comes from our own storage; the answer carries the same id. */
export type ExamineRequest = { id: number; file: string; name: string; folder: string; isClean: boolean };

/** What it is, or why it is refused, or a fault of ours (with the system's code where it has one: ENOSPC …). */
export type ExamineAnswer =
  | { id: number; examined: Examined }
  | { id: number; refusal: { code: AppError["code"]; message: string } }
  | { id: number; fault: string; code: string | undefined };

async function answer({ id, file, name, folder, isClean }: ExamineRequest): Promise<ExamineAnswer> {
  try {
    return { id, examined: await examine(file, name, folder, isClean) };
  } catch (error) {
    // An error's class does not survive the way between processes; what it says does.
    if (error instanceof Error && error.name === "AppError")
      return { id, refusal: { code: (error as AppError).code, message: error.message } };
    return {
      id,
      fault: error instanceof Error ? String(error.stack) : String(error),
      code: error instanceof Error && "code" in error ? String(error.code) : undefined,
    };
  }
}

try {
  // Where a machine has no memory left, this process ends and not the server.
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Linux alone has it.
}
process.on("message", (request: ExamineRequest) => {
  void answer(request).then((made) => {
    process.send?.(made);
    // Pixels are many megabytes to the machine and few bytes to the collector, which would leave them lying.
    globalThis.gc?.();
  });
});
// The server is gone, however it went.
process.on("disconnect", () => process.exit(0));
