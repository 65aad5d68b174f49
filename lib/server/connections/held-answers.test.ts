import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { tcp } from "../../testing/tcp";
import { HeldAnswers } from "./held-answers";

const MIB = 1024 * 1024;
const { sockets, serve } = tcp();

/** A server of answers that are longer than a system keeps for a connection; the path names the network. */
async function serving(held: HeldAnswers, bodyOf: () => Buffer | string): Promise<number> {
  const { port } = await serve((req, res) => {
    const body = bodyOf();
    held.add(res, body, () => req.url ?? "");
    res.end(body);
  });
  return port;
}

/** Asks without reading the answer. */
function asking(port: number, network: string): { socket: Socket; isClosed: boolean } {
  const socket = connect(port, "127.0.0.1");
  const made = { socket, isClosed: false };
  sockets.push(socket);
  socket.pause();
  socket.on("error", () => undefined).on("close", () => (made.isClosed = true));
  socket.write(`GET ${network} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return made;
}

it("whoever reads nothing loses answers before the memory is full, and nobody else does", async () => {
  const held = new HeldAnswers(100 * MIB);
  const port = await serving(held, () => Buffer.alloc(20 * MIB));
  const [somebody] = [asking(port, "/somebody")];
  await expect.poll(() => held.bytes).toBe(20 * MIB);
  const crowd = Array.from({ length: 12 }, () => asking(port, "/crowd"));
  await expect.poll(() => held.bytes).toBe(100 * MIB);
  for (const { socket } of crowd) socket.resume();
  await expect.poll(() => crowd.filter(({ isClosed }) => isClosed).length).toBe(8);
  let received = 0;
  somebody.socket.on("data", (chunk: Buffer) => (received += chunk.byteLength)).resume();
  await expect.poll(() => received).toBeGreaterThan(20 * MIB);
  for (const { socket } of crowd) socket.destroy();
  await expect.poll(() => held.bytes).toBe(0);
});

it("answers to those who left while they were made are not held", async () => {
  const held = new HeldAnswers(100 * MIB);
  const left: Promise<void>[] = [];
  const { port } = await serve((_req, res) => {
    left.push(
      new Promise((resolve) =>
        res.once("close", () => {
          held.add(res, Buffer.alloc(MIB), () => "");
          res.end(Buffer.alloc(MIB));
          resolve();
        }),
      ),
    );
  });
  const readers = Array.from({ length: 5 }, () => asking(port, "/"));
  await expect.poll(() => left.length).toBe(5);
  for (const { socket } of readers) socket.destroy();
  await Promise.all(left);
  expect(held.bytes).toBe(0);
});

it("many readers of one kept page hold it once", async () => {
  const held = new HeldAnswers(30 * MIB);
  const page = Buffer.alloc(20 * MIB);
  const port = await serving(held, () => page);
  const readers = Array.from({ length: 10 }, () => asking(port, "/crowd"));
  let received = 0;
  for (const { socket } of readers) socket.on("data", (chunk: Buffer) => (received += chunk.byteLength)).resume();
  await expect.poll(() => received).toBeGreaterThan(200 * MIB);
  await expect.poll(() => held.bytes).toBe(0);
});
