import { parentPort } from "node:worker_threads";
import { renderComment } from "../../text/markdown/comment";
import { markdownFromHtml } from "../../text/markdown/from-html";
import { render } from "../../text/markdown/render";
import { type Rendered, tooComplex } from "../../text/markdown/source";
import { answerTo, type Request } from "../workers/answering";
import type { Task } from "./renderer";

async function work(task: Task): Promise<Rendered | string> {
  if ("comment" in task) return renderComment(task.comment).html;
  if (!("html" in task)) return render(task);
  const markdown = markdownFromHtml(task.html);
  if (markdown === null) throw tooComplex();
  return markdown;
}

parentPort?.on("message", (request: Request<Task>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  void answerTo(request, work).then((answer) => parentPort?.postMessage(answer));
});
