import type { RequestListener, Server } from "node:http";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { tcp } from "../../testing/tcp";
import {
  boundConnections,
  continueWhenRead,
  Newcomers,
  noteArrival,
  oneAfterAnother,
  takeWaiting,
} from "./connections";
import { env } from "../../core/env";
import { receiveBody } from "../bodies/boundary";
import { serverOptions } from "./limits";
import { closeUnlessRead, send } from "../answers/sending";

let server: Server | undefined;
const { sockets, serve } = tcp();

async function serving(answer: RequestListener, prepare: (made: Server) => void = () => undefined): Promise<number> {
  const made = await serve(answer);
  server = made.server;
  prepare(server);
  return made.port;
}

/** A connection, what it received, and its end. */
function connected(port: number, bytes = "", from = "127.0.0.1") {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  sockets.push(socket);
  const made = { socket, text: "", isClosed: false, closed: Promise.resolve() };
  socket.on("data", (chunk) => (made.text += String(chunk)));
  socket.on("error", () => undefined);
  made.closed = new Promise((resolve) =>
    socket.on("close", () => {
      made.isClosed = true;
      resolve();
    }),
  );
  socket.write(bytes);
  return made;
}

const ask = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const answersIn = (text: string) => [...text.matchAll(/answer (\d+)/g)].map(([, number]) => Number(number));

describe("requests sent ahead on one connection", () => {
  it("are answered one after the other, in their order", async () => {
    let [running, most] = [0, 0];
    const port = await serving(
      oneAfterAnother((req, res) => {
        most = Math.max(most, (running += 1));
        setImmediate(() => {
          running -= 1;
          res.end(`answer ${req.url?.slice(1)}`);
        });
      }),
    );
    const numbers = Array.from({ length: 4 }, (_, i) => i);
    const last = (i: number) => (i === 3 ? "Connection: close\r\n" : "");
    const wire = connected(port, numbers.map((i) => ask(`/${i}`, last(i))).join(""));
    await wire.closed;
    expect(answersIn(wire.text)).toEqual(numbers);
    expect(most).toBe(1);
  });

  it("end the connection where they are too many, and none of them is worked on", async () => {
    let begun = 0;
    const port = await serving(oneAfterAnother(() => void (begun += 1)));
    const wire = connected(port, Array.from({ length: 3_000 }, (_, i) => ask(`/${i}`)).join(""));
    await wire.closed;
    expect(begun).toBe(1);
  });

  it.each([
    "GET / HTTP/1.1\r\n\r\n",
    ask("/", "Expect: 100-continue\r\n"),
    ask("/", "Expect: a dance\r\n"),
    "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
  ])("end the connection of whatever kind they are, and Node answers none of them by itself: %j", async (one) => {
    let begun = 0;
    const answer = oneAfterAnother(() => void (begun += 1));
    const made = await serve(answer, serverOptions);
    continueWhenRead(made.server, answer);
    const wire = connected(made.port, one.repeat(1_000));
    await wire.closed;
    // What is said to whoever is ended is all that they get.
    expect([begun, wire.text.match(/HTTP\/1\.1 /g)]).toEqual([1, ["HTTP/1.1 "]]);
    const alone = connected(made.port, one);
    await expect.poll(() => begun).toBe(2);
    expect(alone.text).toBe("");
  });

  it("end the connection where their heads are long", async () => {
    let begun = 0;
    const port = await serving(oneAfterAnother(() => void (begun += 1)));
    const long = `X-Long: ${"x".repeat(1_500)}\r\n`;
    const few = connected(port, ask("/", long).repeat(3));
    const wire = connected(port, ask("/", long).repeat(4));
    await wire.closed;
    expect([begun, few.isClosed]).toEqual([2, false]);
    const lines = connected(port, ask("/", "X:\r\n".repeat(20)).repeat(4));
    await lines.closed;
    expect([begun, few.isClosed]).toEqual([3, false]);
  });

  it("end the connection where their bodies are long, of which nobody would read anything meanwhile", async () => {
    let begun = 0;
    const port = await serving(oneAfterAnother(() => void (begun += 1)));
    const send = (framing: string) => `POST / HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`;
    const few = connected(port, ask("/") + `${send("Content-Length: 1000")}${"x".repeat(1_000)}`.repeat(3));
    for (const framing of ["Content-Length: 60000", "Transfer-Encoding: chunked"]) {
      const wire = connected(port, ask("/") + send(framing));
      await expect.poll(() => wire.isClosed).toBe(true);
    }
    expect([begun, few.isClosed]).toEqual([3, false]);
  });
});

describe("connections", () => {
  /** Connections from these addresses, each of which has been answered. */
  async function answered(port: number, from: readonly string[]) {
    const all = [];
    for (const address of from) {
      const one = connected(port, ask("/"), address);
      await expect.poll(() => one.text).toContain("answer 1");
      all.push(one);
    }
    return all;
  }

  it("are bounded: the one that has asked for nothing for longest ends", async () => {
    const port = await serving(
      (_req, res) => void res.end("answer 1"),
      (made) => boundConnections(made, 5, 64, 0),
    );
    const reader = connected(port, ask("/"));
    await expect.poll(() => reader.text).toContain("answer 1");
    const idle = await answered(port, ["127.0.0.2", "127.0.0.3"]);
    const last = await answered(port, ["127.0.0.1", "127.0.0.1"]);
    reader.text = "";
    reader.socket.write(ask("/"));
    await expect.poll(() => reader.text).toContain("answer 1");
    const newcomers = await answered(port, ["127.0.0.4", "127.0.0.4"]);
    await Promise.all(idle.map(({ closed }) => closed));
    expect([reader, ...last, ...newcomers].filter(({ isClosed }) => isClosed)).toEqual([]);
  });

  it.each([0, 60_000])("are bounded: whoever waits for an answer ends last, after %i ms", async (atRestMs) => {
    const ends: (() => void)[] = [];
    const port = await serving(
      (req, res) => void (req.url === "/" ? res.end("answer 1") : ends.push(() => res.end("answer 2"))),
      (made) => boundConnections(made, 5, 64, atRestMs),
    );
    const reader = connected(port, ask("/waits"));
    await expect.poll(() => ends).toHaveLength(1);
    for (let i = 0; i < 10; i += 1) await answered(port, ["127.0.0.2", "127.0.0.3"]);
    ends[0]?.();
    await expect.poll(() => reader.text).toContain("answer 2");
    expect(reader.isClosed).toBe(false);
  });

  it("are bounded: a network that has many loses its own first", async () => {
    const port = await serving(
      (_req, res) => void res.end("answer 1"),
      (made) => boundConnections(made, 5, 2),
    );
    const idle = await answered(port, ["127.0.0.2"]);
    const crowd = await answered(
      port,
      Array.from({ length: 7 }, () => "127.0.0.1"),
    );
    await Promise.all(crowd.slice(0, 3).map(({ closed }) => closed));
    expect([...idle, ...crowd.slice(3)].filter(({ isClosed }) => isClosed)).toEqual([]);
  });
});

it("connections of a proxy are bounded by the networks for which it asks", async () => {
  const { trustProxy } = env;
  env.trustProxy = 1;
  try {
    const port = await serving(
      (_req, res) => void res.end("answer 1"),
      (made) => boundConnections(made, 5, 2),
    );
    const askFor = async (ip: string) => {
      const one = connected(port, ask("/", `X-Forwarded-For: ${ip}\r\n`));
      await expect.poll(() => one.text).toContain("answer 1");
      return one;
    };
    const somebody = await askFor("192.0.2.1");
    const crowd = [];
    for (let i = 0; i < 7; i += 1) crowd.push(await askFor("192.0.2.2"));
    await Promise.all(crowd.slice(0, 3).map(({ closed }) => closed));
    expect([somebody, ...crowd.slice(3)].filter(({ isClosed }) => isClosed)).toEqual([]);
  } finally {
    env.trustProxy = trustProxy;
  }
});

describe("who waits to be told that the body is wanted", () => {
  const receiving: RequestListener = (req, res) => {
    closeUnlessRead(req, res);
    receiveBody(req, { stranger: 100, known: 100 }, async () => "refuse").then(
      (body) => send(req, res, { status: 200, headers: {}, body: `got ${body?.byteLength}` }),
      () => send(req, res, { status: 413, headers: {}, body: "too large" }),
    );
  };
  const head = (bytes: number) =>
    `POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${bytes}\r\n\r\n`;

  it("is refused without being told so, and at once", async () => {
    const port = await serving(receiving, (made) => continueWhenRead(made, receiving));
    const wire = connected(port, head(1_000));
    await wire.closed;
    expect(wire.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(wire.text).not.toContain("100 Continue");
  });

  it("is told so when the body is read, once", async () => {
    const port = await serving(receiving, (made) => continueWhenRead(made, receiving));
    const wire = connected(port, head(5));
    await expect.poll(() => wire.text).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    wire.socket.write("hello");
    await expect.poll(() => wire.text).toContain("got 5");
    expect(wire.text.match(/100 Continue/g)).toHaveLength(1);
  });
});

it("those who have connected meanwhile are all taken before the next answer is made", async () => {
  let taken = 0;
  const note = () => {
    noteArrival();
    taken += 1;
  };
  const port = await serving(
    () => undefined,
    (made) => made.on("connection", note),
  );
  const done = new Int32Array(new SharedArrayBuffer(4));
  const program = `
    const { connect } = require("node:net");
    const { workerData: { port, done } } = require("node:worker_threads");
    let left = 50;
    for (let i = 0; i < 50; i += 1) connect(port, "127.0.0.1", () => (left -= 1) === 0 && (Atomics.store(done, 0, 1), Atomics.notify(done, 0)));
  `;
  const others = new Worker(program, { eval: true, workerData: { port, done } });
  try {
    await new Promise((resolve) => others.once("online", resolve));
    // This thread does other work until all have connected.
    Atomics.wait(done, 0, 0);
    await takeWaiting();
    expect(taken).toBe(50);
  } finally {
    await others.terminate();
  }
});

it("connections are taken before the next answer is made, however long others make each turn of the event loop", async () => {
  let turns = 0;
  const connect = () => {
    if ((turns += 1) > 40) return;
    noteArrival();
    // An answer that is being made meanwhile.
    for (const until = performance.now() + 10; performance.now() < until;);
    setImmediate(connect);
  };
  setImmediate(connect);
  await takeWaiting();
  expect(turns).toBeGreaterThanOrEqual(40);
});

it("work waits as long as two thousand take to arrive, one in each turn of the event loop, and no longer", async () => {
  let [arrived, turns] = [0, 0];
  const newcomers = new Newcomers(() => arrived);
  for (arrived = 1; newcomers.goFirst(); arrived += 1) {
    turns += 1;
    await new Promise(setImmediate);
  }
  expect(turns).toBeGreaterThan(200);
  expect([newcomers.goFirst(), (arrived += 1) > 0 && newcomers.goFirst()]).toEqual([false, true]);
});
