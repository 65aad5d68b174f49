import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { beforeEach, expect, it } from "vitest";
import { aToken, call } from "../testing/api";
import { freshDatabase } from "../testing/setup";
import { serverOptions } from "./limits";
import { uploadedFiles } from "./uploads";

const READERS = 500;

beforeEach(freshDatabase);

it("keeps little of a file in memory for each of many who do not read it", async () => {
  const { token } = await aToken("AUTHOR");
  const body = new FormData();
  // As much as no socket takes without its reader.
  body.append("files", new Blob(["%PDF-1.4\n", randomBytes(16 * 1024 * 1024)]), "long.pdf");
  const [file] = (await call("POST", "/admin/attachments", { token, body })).list as { url: string }[];
  const faults: unknown[] = [];
  const files = uploadedFiles((error) => faults.push(error));
  const server = createServer(serverOptions, (req, res) => files(req, res, () => res.writeHead(404).end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const before = process.memoryUsage().arrayBuffers;

  const sockets = await Promise.all(
    Array.from(
      { length: READERS },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(port, "127.0.0.1");
          socket.once("readable", () => resolve(socket)).write(`GET ${file?.url} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
        }),
    ),
  );
  // Until nothing is sent any more.
  for (let sent = -1, now = 0; sent !== now;) {
    sent = now;
    await new Promise((resolve) => setTimeout(resolve, 200));
    now = sockets.reduce((sum, socket) => sum + socket.bytesRead, 0) + process.memoryUsage().arrayBuffers;
  }
  const bytes = (process.memoryUsage().arrayBuffers - before) / READERS;
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  // What the reading ends of this same process hold is in it as well, and what is not collected yet; a whole piece for each would be 128 KB.
  expect(bytes).toBeLessThan(110 * 1024);
  expect(faults).toEqual([]);
  // A slow machine beside other tests needs more than a minute for so many readers.
});
