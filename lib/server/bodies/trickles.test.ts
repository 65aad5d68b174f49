import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { env } from "../../core/env";
import { tcp } from "../../testing/tcp";
import { continueWhenRead } from "../connections/connections";
import { paceTrickles } from "./trickles";

const { sockets, serve } = tcp();

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  env.trustProxy = 0;
});

/** A site that answers a body with the network it says that it comes from, and counts the pieces that it got. */
async function site() {
  const got = { pieces: 0, whole: [] as string[] };
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    req
      .on("data", () => void (got.pieces += 1))
      .on("end", () => {
        if (req.method === "POST") got.whole.push(String(req.headers["x-forwarded-for"]));
        res.end("here");
      });
  };
  const { server, port } = await serve(answer);
  continueWhenRead(server, answer);
  paceTrickles(server);
  const open = (localAddress = "127.0.0.2") => {
    const socket = connect({ port, host: "127.0.0.1", localAddress, noDelay: true });
    sockets.push(socket);
    return socket.on("error", () => undefined);
  };
  const heard = (socket: Socket, bytes: string) =>
    new Promise((resolve) => {
      socket.once("data", resolve);
      socket.write(bytes);
    });
  const asked = async (count: number) => {
    const socket = open("127.0.0.9");
    for (let i = 0; i < count; i += 1) await heard(socket, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  };
  return { got, open, asked };
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await nextTurn();
};
const head = (ip: string, length: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nX-Forwarded-For: ${ip}\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends heads, and two bytes of each body one after the other, the first once its connection was told to go on. */
async function crowd({ got, open, asked }: Awaited<ReturnType<typeof site>>, count: number, ip = "203.0.113.1") {
  const all = Array.from({ length: count }, () => open());
  let told = 0;
  const before = got.pieces;
  for (const socket of all) {
    socket.once("data", () => void (told += 1));
    socket.write(head(ip, 3));
  }
  await until(() => told === count);
  for (const socket of all) socket.write("a");
  await until(() => got.pieces === before + count);
  for (const socket of all) socket.write("b");
  await asked(20);
  return all;
}

it("of bodies that come by the byte a few are read at a time, and others are answered meanwhile", async () => {
  const at = await site();
  const all = await crowd(at, 100);
  expect(at.got.pieces).toBeLessThanOrEqual(120);
  for (const socket of all) socket.write("c");
  await at.asked(20);
  expect(at.got.whole).toEqual([]);
  while (at.got.whole.length < all.length) {
    await vi.advanceTimersByTimeAsync(10);
    await nextTurn();
  }
  // What came while they waited was read at once.
  expect(at.got.pieces).toBeLessThanOrEqual(220);
});

it("behind a proxy, those for whom it asks take turns", async () => {
  env.trustProxy = 1;
  const at = await site();
  await crowd(at, 100);
  const [other] = await crowd(at, 1, "203.0.113.2");
  other?.write("c");
  await at.asked(20);
  expect(at.got.whole).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  await until(() => at.got.whole.length === 1);
  expect(at.got.whole).toEqual(["203.0.113.2"]);
});

it("once its body has ended, a connection of a proxy may ask for somebody else", async () => {
  env.trustProxy = 1;
  const at = await site();
  const all = await crowd(at, 100);
  let answers = 0;
  for (const socket of all) socket.on("data", () => void (answers += 1)).write("c");
  while (at.got.whole.length < all.length) {
    await vi.advanceTimersByTimeAsync(10);
    await nextTurn();
  }
  await until(() => answers === all.length);
  for (const socket of all) socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await at.asked(50);
  expect(answers).toBe(2 * all.length);
});

it("whoever asks in a usual way never waits, also for the rest of a long body", async () => {
  const at = await site();
  const { got, open } = at;
  await crowd(at, 50);
  const socket = open("127.0.0.8");
  const body = "a".repeat(60_000);
  await new Promise((resolve) => {
    socket.once("data", resolve);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  });
  expect(got.whole).toHaveLength(1);
});
