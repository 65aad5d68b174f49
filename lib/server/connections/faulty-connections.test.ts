import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { tcp } from "../../testing/tcp";
import { oneAfterAnother } from "./connections";
import { answerFaults } from "./faulty-connections";
import { serverOptions } from "./limits";
import { boundParsing } from "./parsing";

const { sockets, serve } = tcp();

const PIECE = 50_000;

async function site(lingerMs?: number) {
  const { server, port } = await serve(
    oneAfterAnother((req, res) => (req.url === "/never" ? undefined : void res.end("here"))),
    serverOptions,
  );
  boundParsing(server);
  answerFaults(server, lingerMs);
  return port;
}

/** What a proxy hears that sends all before it reads, in pieces as they come to it, and whether the connection was reset. */
async function heard(port: number, bytes: string) {
  const socket = connect(port, "127.0.0.1").pause();
  sockets.push(socket);
  let fault = "";
  socket.on("error", ({ message }) => (fault = message));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  for (let at = 0; at < bytes.length; at += PIECE) {
    socket.write(bytes.slice(at, at + PIECE));
    await nextTurn();
  }
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk))).resume();
  await closed;
  return `${text.split("\r\n", 1)[0]}${fault}`;
}

const body = "a".repeat(1_000_000);
const lines = (count: number, length = 1) =>
  Array.from({ length: count }, (_, i) => `X-${i}: ${"a".repeat(length)}\r\n`).join("");
const request = (method: string, more = "") =>
  `${method} / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;

it.each([
  ["of an unknown method", request("FOO"), 400],
  ["with a header that is none", request("POST", "A: b\u0001c\r\n"), 400],
  ["with a head that is too long", request("POST", lines(4, 5_000)), 431],
  ["with a head of too many lines", request("POST", lines(200)), 431],
  [
    "in crumbs",
    `POST /never HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\na\r\n".repeat(160_000)}`,
    400,
  ],
  ["in a crowd", "GET /never HTTP/1.1\r\nHost: x\r\n\r\n".repeat(30_000), 400],
  ["for a tunnel", `CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n${body}`, 400],
])("whoever sends a request %s hears the answer, however much they still send", async (_what, bytes, status) => {
  const port = await site();
  for (let i = 0; i < 5; i += 1) expect(await heard(port, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\w ]+$`));
  // Parsers are used again.
  for (let i = 0; i < 10; i += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } })).text()).toBe("here");
});

it("whoever goes on sending after the answer is ended", async () => {
  const port = await site(100);
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  sockets.push(socket);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk))).on("error", () => undefined);
  socket.write("FOO / HTTP/1.1\r\n\r\n");
  const more = setInterval(() => socket.write("more"), 10);
  await closed;
  clearInterval(more);
  expect(text).toMatch(/^HTTP\/1.1 400 /);
});

it("a crowd is ended some at a time: others are before its rest, and whoever left takes no turn", async () => {
  const { server, port } = await serve(() => undefined, serverOptions);
  let faults = 0;
  server.on("clientError", () => void (faults += 1));
  answerFaults(server);
  const ended: string[] = [];
  const heard = new Set<Socket>();
  const begin = async (count: number, localAddress: string) => {
    const all = Array.from({ length: count }, () => connect({ port, host: "127.0.0.1", localAddress }));
    const due = faults + count;
    for (const socket of all) {
      sockets.push(socket);
      socket
        .on("error", () => undefined)
        .on("data", () => {
          heard.add(socket);
          ended.push(localAddress);
        });
      socket.write("FOO / HTTP/1.1\r\n\r\n");
    }
    await until(() => faults === due);
    return all;
  };
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await nextTurn();
  };
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const crowd = await begin(70, "127.0.0.2");
  await until(() => ended.length === 20);
  for (const socket of crowd.filter((each) => !heard.has(each)).slice(0, 30)) socket.destroy();
  while ((await open()) > 20) await nextTurn();
  await begin(1, "127.0.0.3");
  await vi.advanceTimersByTimeAsync(50);
  await until(() => ended.length === 40);
  expect(ended.lastIndexOf("127.0.0.3")).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(50);
  await until(() => ended.length === 41);
  vi.useRealTimers();
});
