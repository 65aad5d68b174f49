import { IncomingMessage, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { Duplex } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { tcp } from "../../testing/tcp";
import { oneAfterAnother } from "./connections";
import { Pace, PER_TURN, PIECE } from "./pace";

const MIB = 1024 * 1024;
const taken = new Set<Socket>();
const { sockets, serve } = tcp();

/** A server whose answers are as long as their path says; a query names the network. */
async function serving(pace: Pace): Promise<number> {
  const body = Buffer.alloc(8 * MIB, "0123456789abcdef-");
  const { server, port } = await serve(
    oneAfterAnother((req, res) => {
      const [path = "/0", network = ""] = (req.url ?? "/0").split("?");
      const bytes = Number(path.slice(1));
      res.writeHead(200, { "Content-Length": String(bytes) });
      pace.end(res, body.subarray(0, bytes), () => network);
    }),
  );
  server.on("connection", (socket: Socket) => taken.add(socket));
  return port;
}

afterEach(() => taken.clear());

const ask = (bytes: number, network = "", more = "") => `GET /${bytes}?${network} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

/** A connection that sends requests, and what it received. */
function asking(port: number, requests: string) {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const made = { socket, received: 0, chunks: [] as Buffer[] };
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    made.received += chunk.byteLength;
    made.chunks.push(chunk);
  });
  socket.write(requests);
  return made;
}

const written = () => [...taken].reduce((sum, socket) => sum + socket.bytesWritten, 0);

/** Connections of another thread that ask for so much each, and read nothing. */
async function crowd(port: number, connections: number, request: string): Promise<Worker> {
  const program = `
    const { connect } = require("node:net");
    const { parentPort, workerData: { port, connections, request } } = require("node:worker_threads");
    let left = connections;
    for (let i = 0; i < connections; i += 1) {
      const socket = connect(port, "127.0.0.1", () => (left -= 1) === 0 && parentPort.postMessage("connected"));
      socket.pause();
      socket.on("error", () => undefined);
      socket.write(request);
    }
  `;
  const others = new Worker(program, { eval: true, workerData: { port, connections, request } });
  await new Promise((resolve) => others.once("message", resolve));
  return others;
}

it("no turn of the event loop writes more of long answers than its share, however many ask at once", async () => {
  const port = await serving(new Pace());
  const others = await crowd(port, 60, ask(MIB));
  try {
    let [before, most] = [written(), 0];
    // The system takes as much as it likes for those who read nothing.
    for (let still = 0; still < 1_000 && before < 60 * MIB; still += 1) {
      await turn();
      const now = written();
      if (now > before) still = 0;
      most = Math.max(most, now - before);
      before = now;
    }
    expect(taken.size).toBe(60);
    // What is asked for is written before what waits. Heads come beside the answers, and a piece is never cut.
    expect(most).toBeLessThan(2 * (PER_TURN + PIECE) + 60 * 500);
  } finally {
    await others.terminate();
  }
});

it("whoever asks for a page gets it before the further pieces of others", async () => {
  const port = await serving(new Pace());
  const others = await crowd(port, 60, ask(8 * MIB));
  try {
    const one = asking(port, ask(PIECE, "somebody"));
    await expect.poll(() => one.received, { interval: 1 }).toBeGreaterThan(PIECE);
    expect(written()).toBeLessThan(60 * 8 * MIB);
  } finally {
    await others.terminate();
  }
});

it("the further pieces of an answer do not wait for an end of the first ones of others", async () => {
  const pace = new Pace();
  const whole = Buffer.alloc(20 * PIECE);
  /** The bytes that a reader gets who takes all that is written. */
  const send = (pieces: number, network: string) => {
    const got = { bytes: 0 };
    const end = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => {
        got.bytes += chunk.byteLength;
        done();
      },
    });
    const res = new ServerResponse(new IncomingMessage(new Socket()));
    res.assignSocket(end as Socket);
    pace.end(res, whole.subarray(0, pieces * PIECE), () => network);
    return got;
  };
  const reader = send(20, "reader");
  for (let turns = 0; reader.bytes < whole.byteLength; turns += 1) {
    expect(turns).toBeLessThan(100);
    for (let i = 0; i < (2 * PER_TURN) / PIECE; i += 1) send(2, `crowd ${turns} ${i}`);
    await turn();
  }
});

it.each([[[1, 16 * 1024, 16 * 1024 + 1]], [[PIECE, PIECE + 1, 3 * PIECE]], [[MIB, 0, 5 * MIB + 7, 100]]])(
  "answers of any length come whole and in their order, also those asked for ahead: %j",
  async (lengths) => {
    const port = await serving(new Pace());
    const one = asking(
      port,
      lengths.map((bytes, i) => ask(bytes, "one", i === lengths.length - 1 ? "Connection: close\r\n" : "")).join(""),
    );
    await new Promise((resolve) => one.socket.once("close", resolve));
    let text = Buffer.concat(one.chunks).toString("latin1");
    for (const bytes of lengths) {
      const at = text.indexOf("\r\n\r\n") + 4;
      expect(text.slice(0, at)).toContain(`Content-Length: ${bytes}\r\n`);
      expect(text.slice(at, at + bytes)).toBe("0123456789abcdef-".repeat(Math.ceil(bytes / 17)).slice(0, bytes));
      text = text.slice(at + bytes);
    }
    expect(text).toBe("");
  },
);

it("answers whose readers have left are dropped, and the others go on", async () => {
  const port = await serving(new Pace());
  const gone = Array.from({ length: 20 }, () => asking(port, ask(8 * MIB, "gone")));
  const one = asking(port, ask(8 * MIB, "one"));
  await expect.poll(() => gone.every(({ received }) => received > 0)).toBe(true);
  for (const { socket } of gone) socket.destroy();
  await expect.poll(() => one.received, { timeout: 10_000 }).toBeGreaterThan(8 * MIB);
});
