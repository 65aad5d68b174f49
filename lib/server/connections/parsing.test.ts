import { connect, Socket } from "node:net";
import { expect, it } from "vitest";
import { tcp } from "../../testing/tcp";
import { faultInHeaders } from "./limits";
import { boundParsing, ShortPieces } from "./parsing";

const { sockets, serve } = tcp();

/** A server that says what it has received, and what a connection with these bytes is sent. */
async function sending() {
  let begun = 0;
  const { server, port } = await serve((req, res) => {
    begun += 1;
    const fault = faultInHeaders(req);
    if (fault !== null) return void res.writeHead(400, { connection: "close" }).end(fault);
    let bytes = 0;
    req.on("data", (piece: Buffer) => (bytes += piece.byteLength));
    req.on("end", () => res.writeHead(200, { connection: "close" }).end(`got ${bytes}`));
  });
  boundParsing(server);
  const send = async (bytes: string) => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk))).on("error", () => undefined);
    socket.write(bytes);
    await new Promise((resolve) => socket.once("close", resolve));
    return text;
  };
  return { begun: () => begun, send };
}

const lines = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: a\r\n`).join("");
const head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
const inPieces = (count: number, length: number) =>
  `${head}${`${length.toString(16)}\r\n${"a".repeat(length)}\r\n`.repeat(count)}0\r\n\r\n`;

it("a head of many lines is refused in a sentence, and one of very many ends the connection with an answer", async () => {
  const { begun, send } = await sending();
  const get = (count: number) => `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines(count)}\r\n`;
  expect(await send(get(90))).toContain("got 0");
  expect(await send(get(110))).toContain("This request has too many headers.");
  // With an answer, since a proxy takes a server that gives none for one that has failed.
  expect(await send(get(1_500))).toMatch(/^HTTP\/1.1 431 /);
  expect(await send(`${head}0\r\n${lines(1_500)}\r\n`)).toMatch(/^HTTP\/1.1 431 /);
  expect(begun()).toBe(3);
});

it("a body in a thousand short pieces is taken, and thousands of them at once end the connection", async () => {
  const { send } = await sending();
  expect(await send(inPieces(900, 1))).toContain("got 900");
  expect(await send(inPieces(900, 64))).toContain("got 57600");
  expect(await send(inPieces(120, 600))).toContain("got 72000");
  expect(await send(inPieces(9_000, 1))).toMatch(/^HTTP\/1.1 400 /);
});

it("a body that nobody reads ends the connection where it comes in crumbs, however slowly", async () => {
  const { server, port } = await serve(() => undefined);
  boundParsing(server);
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let isClosed = false;
  socket
    .on("error", () => undefined)
    .on("close", () => (isClosed = true))
    .resume();
  socket.write(head);
  const crumbs = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      socket.write("1\r\na\r\n".repeat(100));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await crumbs(9);
  expect(isClosed).toBe(false);
  await crumbs(20);
  await expect.poll(() => isClosed).toBe(true);
});

it("bodies that nobody reads are in a bounded number of crumbs, however many connections there are", async () => {
  const { server, port } = await serve(() => undefined);
  boundParsing(server, 1_000);
  const opened = Array.from({ length: 12 }, () => {
    const one = { socket: connect(port, "127.0.0.1"), isClosed: false };
    sockets.push(one.socket);
    one.socket.on("error", () => undefined).on("close", () => (one.isClosed = true));
    one.socket.resume().write(head);
    return one;
  });
  const left = () => opened.filter(({ isClosed }) => !isClosed);
  for (let i = 0; i < 20; i += 1)
    for (const { socket } of left()) {
      socket.write("1\r\na\r\n".repeat(10));
      await new Promise(setImmediate);
    }
  await expect.poll(() => left().length).toBeLessThan(8);
  expect(left().length).toBeGreaterThan(3);
});

it("short bodies one after the other on a connection are no crumbs of one", async () => {
  const { server, port } = await serve((req, res) => {
    setImmediate(() => req.resume().once("end", () => res.end("ok")));
  });
  boundParsing(server);
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let answers = 0;
  const ask = () => socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab");
  socket.on("data", () => (answers += 1) < 1_200 && ask());
  ask();
  await expect.poll(() => answers, { timeout: 20_000 }).toBe(1_200);
});

it("where all together send very many at once, few are taken of each", async () => {
  const pieces = new ShortPieces();
  const takenOf = (socket: Socket, most: number) => {
    let taken = 0;
    while (taken < most && pieces.takes(socket)) taken += 1;
    return taken;
  };
  const all = Array.from({ length: 10 }, () => takenOf(new Socket(), 3_000));
  expect(all.slice(0, 2)).toEqual([2_000, 2_000]);
  expect(all.slice(3)).toEqual([16, 16, 16, 16, 16, 16, 16]);
  await new Promise(setImmediate);
  expect(takenOf(new Socket(), 3_000)).toBe(2_000);
});
