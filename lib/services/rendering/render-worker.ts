import { parentPort } from "node:worker_threads";
import { render } from "../../text/markdown/render";
import type { Source } from "../../text/markdown/source";
import { answerTo, type Request } from "../workers/answering";

parentPort?.on("message", (request: Request<Source>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  void answerTo(request, render).then((answer) => parentPort?.postMessage(answer));
});
