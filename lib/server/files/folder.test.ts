import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { filesOf } from "./folder";

let folder: string;
let server: Server | undefined;
const text = "body { color: black }\n".repeat(5_000);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
  mkdirSync(join(folder, "sub"));
  mkdirSync(join(folder, ".hidden"));
  writeFileSync(join(folder, "own.css"), text);
  writeFileSync(join(folder, "own.css.gz"), gzipSync(text));
  writeFileSync(join(folder, "sub", "a b.svg"), "<svg/>");
  writeFileSync(join(folder, ".hidden", "a.txt"), "hidden");
});

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true });
});

async function serving(): Promise<number> {
  const files = filesOf(folder, { maxAge: 60, headers: () => ({ "X-Content-Type-Options": "nosniff" }) });
  server = createServer((req, res) =>
    files(req, res, () => void res.writeHead(404, { "Content-Length": "7" }).end("nothing")),
  );
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** The head and the body of the answer to one request, as they come. */
async function ask(port: number, path: string, { method = "GET", more = "" } = {}) {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`);
  await new Promise((resolve) => socket.once("close", resolve));
  const [head = "", ...rest] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
  return { status: Number(head.slice(9, 12)), head, body: rest.join("\r\n\r\n") };
}

it("files are answered whole, in the packing that is accepted, and kept by browsers", async () => {
  const port = await serving();
  const plain = await ask(port, "/own.css?v=1");
  expect(plain).toMatchObject({ status: 200, body: text });
  for (const line of [
    "Content-Type: text/css; charset=utf-8",
    "Cache-Control: public, max-age=60",
    "Vary: Accept-Encoding",
    "X-Content-Type-Options: nosniff",
  ])
    expect(plain.head).toContain(line);
  const packed = await ask(port, "/own.css", { more: "Accept-Encoding: gzip\r\n" });
  expect(packed.head).toContain("Content-Encoding: gzip");
  expect(packed.body).toBe(gzipSync(text).toString("latin1"));
  const etag = /ETag: (.*)\r\n/.exec(`${packed.head}\r\n`)?.[1];
  const more = `Accept-Encoding: gzip\r\nIf-None-Match: ${etag}\r\n`;
  expect(await ask(port, "/own.css", { more })).toMatchObject({ status: 304, body: "" });
  expect(await ask(port, "/own.css", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  expect(await ask(port, "/sub/a%20b.svg")).toMatchObject({ status: 200, body: "<svg/>" });
});

it.each(["bytes=5-2", "bytes=0-1", "bytes=-1", "bytes=999999999-", "bytes=a-b", "bytes=0-1,3-4"])(
  "the whole file is the answer to any range, such as %s",
  async (range) => {
    const port = await serving();
    expect(await ask(port, "/own.css", { more: `Range: ${range}\r\n` })).toMatchObject({ status: 200, body: text });
  },
);

it("nothing else is answered", async () => {
  const port = await serving();
  for (const path of ["/", "/sub", "/none.css", "/.hidden/a.txt", "/%2e%2e/x", "/../own.css", "/%", "/own.css/"])
    expect(await ask(port, path)).toMatchObject({ status: 404, body: "nothing" });
  expect(await ask(port, "/own.css", { method: "POST" })).toMatchObject({ status: 404 });
});

it("a file that is gone since the start is not found", async () => {
  const port = await serving();
  rmSync(join(folder, "own.css"));
  expect(await ask(port, "/own.css")).toMatchObject({ status: 404, body: "" });
});
