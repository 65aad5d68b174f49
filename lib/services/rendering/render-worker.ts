import { parentPort } from "node:worker_threads";
import { AppError } from "../../core/errors";
import { render } from "../../text/markdown/render";
import type { Rendered, Source } from "../../text/markdown/source";

/** One text to render; the answer has the same id. */
export type RenderRequest = { id: number; source: Source };

/** A rendered text, a refusal for the author, or a fault of the program. */
export type RenderAnswer =
  | { id: number; rendered: Rendered }
  | { id: number; refusal: { code: AppError["code"]; message: string; errors: AppError["extra"]["errors"] } }
  | { id: number; fault: string };

async function answer({ id, source }: RenderRequest): Promise<RenderAnswer> {
  try {
    return { id, rendered: await render(source) };
  } catch (error) {
    // An error's class is lost between threads; its message is not.
    if (error instanceof AppError)
      return { id, refusal: { code: error.code, message: error.message, errors: error.extra.errors } };
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", (request: RenderRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  void answer(request).then((answered) => parentPort?.postMessage(answered));
});
