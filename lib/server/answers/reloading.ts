import { watch } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { figureFolder, styleFolder } from "./public-pages";

const ADDRESS = "/_changes";
/** An editor writes a file in several steps, and several files at once. Milliseconds. */
const CALM_MS = 100;

/** What public pages carry while somebody develops: they load themselves again when a file has changed. */
export const reloadScript = `<script>new EventSource("${ADDRESS}").onmessage = () => location.reload();</script>`;

/** Tells open public pages of each change of what they are made of. */
export function changes(): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  const open = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const res of open) res.write("data: changed\n\n");
    }, CALM_MS);
  };
  for (const folder of ["app", "components", "lib", "public", styleFolder, figureFolder])
    watch(folder, { recursive: true }, tell).unref();
  return (req, res, next) => {
    if (req.url !== ADDRESS) return next();
    res.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" }).flushHeaders();
    open.add(res);
    res.on("close", () => open.delete(res));
  };
}
