import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { tcp } from "../testing/tcp";
import { endUnparsed } from "./stopped-parsing";
import { watchParsing, type Watcher } from "./watched-parsing";

const { sockets, serve } = tcp();

const head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n";
const lines = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}:\r\n`).join("");
const ended = (end: () => void): false => {
  end();
  return false;
};
const pieces = (count: number) => "1\r\na\r\n".repeat(count);

async function watched(watcher: (end: () => void) => Watcher) {
  const asked: IncomingMessage[] = [];
  const { server, port } = await serve((req, res) => {
    asked.push(req);
    let text = "";
    req.on("data", (piece) => (text += String(piece))).on("end", () => res.end(`got ${text.length}`));
  });
  server.on("connection", (socket) =>
    watchParsing(
      socket,
      watcher(() => endUnparsed(socket)),
    ),
  );
  const send = async (bytes: string): Promise<string> => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk))).on("error", () => undefined);
    const ended = new Promise((resolve) => socket.once("close", resolve));
    const answered = new Promise((resolve) => socket.on("data", () => text.includes("got") && resolve(null)));
    socket.write(bytes);
    await Promise.race([ended, answered]);
    return text;
  };
  return { asked, port, send };
}

it("tells of the lines of long heads and of the pieces of bodies, and changes nothing", async () => {
  const told: [number][] = [];
  const { asked, send } = await watched(() => ({
    lines: (count) => told.push([count]) > 0,
    piece: (bytes) => told.push([bytes]) > 0,
  }));
  expect(await send(`${head}${lines(70)}\r\n${pieces(2)}3\r\nabc\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 .*got 5$/s);
  expect(told).toEqual([[31], [62], [72], [1], [1], [3]]);
  expect(asked[0]?.rawHeaders).toHaveLength(144);
  expect(asked[0]?.headers["x-69"]).toBe("");
});

it("leaves out lines and pieces that are too much, and parses no more of a connection that ends with them", async () => {
  let [seen, counted] = [0, 0];
  const { asked, port, send } = await watched((end) => ({
    lines: (count) => (seen = count) <= 100 || ended(end),
    piece: () => (counted += 1) <= 50 || ended(end),
  }));
  const refused = /^HTTP\/1.1 400 /;
  expect(await send(`${head}${lines(2_000)}\r\n`)).toMatch(refused);
  expect([asked.length, seen]).toEqual([0, 124]);
  expect(await send(`${head}\r\n${pieces(5_000)}`)).toMatch(refused);
  expect([asked.length, counted]).toEqual([1, 51]);
  counted = 0;
  // Among them is one that gets the parser of an ended connection, and one that this program sends with it.
  for (let i = 0; i < 10; i += 1) {
    expect(await send(`${head}\r\n${pieces(2)}0\r\n\r\n`)).toContain("got 2");
    const sent = request({ port, agent: false, method: "POST" }).end("abc");
    const answer = await new Promise<IncomingMessage>((resolve) => sent.on("response", resolve));
    expect(answer.statusCode).toBe(200);
    answer.resume();
  }
  expect(counted).toBe(30);
});

it("leaves alone what has no parser", () => {
  const socket = connect(1, "127.0.0.1").on("error", () => undefined);
  sockets.push(socket);
  expect(() => watchParsing(socket, { lines: () => false, piece: () => false })).not.toThrow();
});
