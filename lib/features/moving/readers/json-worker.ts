import { parentPort } from "node:worker_threads";
import { answerTo, type Request } from "../../../services/workers/answering";
import { JsonContent, type JsonTask, readJson } from "./json-reading";

let content: { path: string; of: JsonContent } | undefined;

async function work(task: JsonTask): Promise<unknown> {
  if (content?.path !== task.path) content = { path: task.path, of: new JsonContent(await readJson(task.path)) };
  return content.of.answer(task);
}

parentPort?.on("message", (request: Request<JsonTask>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  void answerTo(request, work).then((answer) => parentPort?.postMessage(answer));
});
