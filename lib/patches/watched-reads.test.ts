import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { tcp } from "../testing/tcp";
import { readOn, stopReading, watchReads } from "./watched-reads";

const { sockets, serve } = tcp();

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await nextTurn();
};

it("tells of each read with its bytes; a connection that is stopped is read on later, whatever Node does with it", async () => {
  const reads: number[] = [];
  let body = "";
  let end: (() => void) | undefined;
  const { server, port } = await serve((req, res) => {
    end = () => res.end("here");
    req.on("data", (piece) => {
      body += String(piece);
      req.pause();
      req.resume();
    });
    if (req.method === "GET") end();
  });
  let connection: Socket | undefined;
  server.on("connection", (socket: Socket) => {
    connection ??= socket;
    watchReads(socket, (bytes) => reads.push(bytes));
  });
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  sockets.push(socket);
  const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n";
  socket.write(head);
  await until(() => end !== undefined);
  expect(reads).toEqual([head.length]);
  expect(stopReading(connection as Socket)).toBe(true);
  for (const piece of ["a", "b", "c"]) socket.write(piece);
  // Whoever asks meanwhile is answered, so the bytes have come by then.
  for (let i = 0; i < 5; i += 1) await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expect(body).toBe("");
  readOn(connection as Socket);
  await until(() => body === "abc");
  expect(reads).toContain(3);
});

it("leaves alone what has no parser and no handle", async () => {
  const { port } = await serve(() => undefined);
  const socket = connect(port, "127.0.0.1");
  watchReads(socket, () => expect.fail());
  socket.destroy();
  expect(stopReading(socket)).toBe(false);
  readOn(socket);
});
