import type { AppError } from "../../core/errors";
import { type Examined, examine } from "./examine";

/** One file to examine; `isClean` says that it comes from our storage. The answer has the same id. */
export type ExamineRequest = { id: number; file: string; name: string; folder: string; isClean: boolean };

/** The result, a refusal, or a fault of the program (with the system's code, such as ENOSPC). */
export type ExamineAnswer =
  | { id: number; examined: Examined }
  | { id: number; refusal: { code: AppError["code"]; message: string } }
  | { id: number; fault: string; code: string | undefined };

async function answer({ id, file, name, folder, isClean }: ExamineRequest): Promise<ExamineAnswer> {
  try {
    return { id, examined: await examine(file, name, folder, isClean) };
  } catch (error) {
    // An error's class is lost between processes; its message is not.
    if (error instanceof Error && error.name === "AppError")
      return { id, refusal: { code: (error as AppError).code, message: error.message } };
    return {
      id,
      fault: error instanceof Error ? String(error.stack) : String(error),
      code: error instanceof Error && "code" in error ? String(error.code) : undefined,
    };
  }
}

process.on("message", (request: ExamineRequest) => {
  void answer(request).then((made) => {
    process.send?.(made);
    // Pixels are megabytes to the machine and a few bytes to the collector, which would keep them.
    globalThis.gc?.();
  });
});
// The server has ended.
process.on("disconnect", () => process.exit(0));
