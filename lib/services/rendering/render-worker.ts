import { parentPort } from "node:worker_threads";
import { addressesIn, withAddresses } from "../../text/markdown/addresses-in";
import { renderComment } from "../../text/markdown/comment";
import { markdownFromHtml } from "../../text/markdown/from-html";
import { isShownWhole } from "../../text/markdown/plain-source";
import { render } from "../../text/markdown/render";
import { tooComplex } from "../../text/markdown/source";
import { answerTo, type Request } from "../workers/answering";
import type { Made, Task } from "./renderer";

async function work(task: Task): Promise<Made> {
  if ("comment" in task) return renderComment(task.comment).html;
  if ("addressesIn" in task) return [...addressesIn(task.addressesIn)];
  if ("readdress" in task) {
    const urls = new Map(task.urls);
    return withAddresses(task.readdress, (address) => urls.get(address));
  }
  if (!("html" in task)) return render(task);
  if ("source" in task) return isShownWhole(task.source, task.html);
  const markdown = markdownFromHtml(task.html);
  if (markdown === null) throw tooComplex();
  return markdown;
}

parentPort?.on("message", (request: Request<Task>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  void answerTo(request, work).then((answer) => parentPort?.postMessage(answer));
});
