import type { RequestListener, Server } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { tcp } from "../../testing/tcp";
import { takeFairly } from "./arrivals";
import { receiveBody } from "../bodies/boundary";
import { inFairTurns, LONGEST_TURN_MS } from "./fair-requests";

let server: Server | undefined;
const { sockets, serve } = tcp();

/** A server whose paths name the networks. */
async function serving(answer: RequestListener): Promise<number> {
  const made = await serve(inFairTurns(answer, (req) => req.url ?? ""));
  server = made.server;
  takeFairly(server);
  return made.port;
}

/** A connection that asks again as soon as it was answered. */
function asking(port: number, network: string): { answers: number } {
  const made = { answers: 0 };
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const ask = () => void socket.write(`GET ${network} HTTP/1.1\r\nHost: x\r\n\r\n`);
  socket.on("error", () => undefined);
  socket.on("data", () => {
    made.answers += 1;
    ask();
  });
  ask();
  return made;
}

/** The same, each time from another network. */
function askingFromEverywhere(port: number, name: string): void {
  let asked = 0;
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const ask = () => void socket.write(`GET /${name}-${(asked += 1)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  socket.on("error", () => undefined);
  socket.on("data", ask);
  ask();
}

function work(ms: number): void {
  for (const begun = performance.now(); performance.now() - begun < ms;);
}

/** A millisecond of work, done in so many steps that wait for nothing. */
async function makeIn(steps: number, end: () => void): Promise<void> {
  for (let i = 0; i < steps; i += 1) {
    if (i > 0) await Promise.resolve();
    work(1 / steps);
  }
  end();
}
const ways = [1, 10];

it.each(ways)("whoever comes to a crowd is answered with its next answers, made in %i steps", async (steps) => {
  const made: string[] = [];
  const port = await serving((req, res) => {
    const network = req.url ?? "";
    void makeIn(steps, () => {
      made.push(network);
      res.end("x");
    });
  });
  const crowd = Array.from({ length: 300 }, () => asking(port, "/crowd"));
  await expect.poll(() => crowd.every((each) => each.answers > 1)).toBe(true);
  let before = 0;
  server?.on("request", (req) => {
    if (req.url === "/somebody") before ||= made.length;
  });
  const somebody = asking(port, "/somebody");
  await expect.poll(() => somebody.answers).toBeGreaterThan(0);
  // The listener above is called after the request has taken its place.
  expect(made.indexOf("/somebody") - before).toBeLessThan(3 * LONGEST_TURN_MS);
});

it.each(ways)("a turn of the event loop makes no more answers than it has time for, in %i steps", async (steps) => {
  let [inTurn, most, goesOn] = [0, 0, true];
  const count = () => {
    most = Math.max(most, inTurn);
    inTurn = 0;
    if (goesOn) setImmediate(count);
  };
  setImmediate(count);
  const port = await serving((_req, res) => {
    void makeIn(steps, () => {
      inTurn += 1;
      res.end("x");
    });
  });
  const all = Array.from({ length: 200 }, () => asking(port, "/crowd"));
  await expect.poll(() => all.every((each) => each.answers > 2)).toBe(true);
  goesOn = false;
  // What comes while it is read, and what waits.
  expect(most).toBeLessThanOrEqual(2 * LONGEST_TURN_MS + 4);
});

it.each(["POST", "GET"])(
  "a turn of the event loop goes on with no more %s whose last bytes come at once than it has time for",
  async (method) => {
    let [inTurn, most, goesOn] = [0, 0, true];
    const count = () => {
      most = Math.max(most, inTurn);
      inTurn = 0;
      if (goesOn) setImmediate(count);
    };
    let begun = 0;
    const port = await serving((req, res) => {
      begun += 1;
      void receiveBody(req, { stranger: 10, known: 10 }, async () => "refuse").then((body) => {
        work(1);
        inTurn += 1;
        res.end(body);
      });
    });
    const all = Array.from({ length: 200 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    sockets.push(...all);
    let answers = 0;
    for (const socket of all) {
      socket.on("data", () => (answers += 1));
      socket.write(`${method} /crowd HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na`);
    }
    await expect.poll(() => begun).toBe(all.length);
    setImmediate(count);
    for (const socket of all) socket.write("b");
    await expect.poll(() => answers).toBe(all.length);
    goesOn = false;
    expect(most).toBeLessThanOrEqual(2 * LONGEST_TURN_MS + 4);
  },
);

it("nothing is made of the body of whoever left while it waited", async () => {
  let [begun, made, refused] = [0, 0, 0];
  const port = await serving((req, res) => {
    begun += 1;
    void receiveBody(req, { stranger: 10, known: 10 }, async () => "refuse").then(
      () => {
        made += 1;
        work(2);
        res.end();
      },
      () => (refused += 1),
    );
  });
  const all = Array.from({ length: 300 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  sockets.push(...all);
  const closed = all.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  for (const socket of all)
    socket.write("POST /crowd HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na", () => socket.resetAndDestroy());
  await Promise.all(closed);
  const one = connect(port, "127.0.0.1");
  sockets.push(one);
  const answered = new Promise((resolve) => one.once("data", resolve));
  one.write("POST /last HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na");
  await answered;
  await expect.poll(() => begun - made - refused).toBe(0);
  expect(made).toBeLessThan(100);
  expect(refused).toBeGreaterThan(0);
});

it("bodies that have come count among those that are held until it is their turn", async () => {
  let begun = 0;
  const said = { received: 0, refused: 0 };
  const port = await serving((req, res) => {
    begun += 1;
    void receiveBody(req, { stranger: 64 * 1024, known: 64 * 1024 }, async () => "refuse").then(
      () => {
        work(2);
        said.received += 1;
        res.end();
      },
      () => {
        said.refused += 1;
        res.end();
      },
    );
  });
  const body = "x".repeat(60 * 1024);
  const all = Array.from({ length: 400 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  sockets.push(...all);
  for (const socket of all) socket.write(`POST /crowd HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
  await expect.poll(() => begun).toBe(all.length);
  for (const socket of all) socket.write(body);
  await expect.poll(() => said.received + said.refused).toBe(all.length);
  // Sixteen megabytes are held, of 24.
  expect(said.refused).toBeGreaterThan(20);
});

it("whoever was answered lately does not wait for an end of networks that were not", async () => {
  let made = 0;
  const at: number[] = [];
  const port = await serving((req, res) => {
    made += 1;
    if (req.url === "/reader") at.push(made);
    work(1);
    res.end("x");
  });
  for (let i = 0; i < 100; i += 1) askingFromEverywhere(port, `crowd-${i}`);
  await expect.poll(() => made).toBeGreaterThan(100);
  const reader = asking(port, "/reader");
  await expect.poll(() => reader.answers).toBeGreaterThan(5);
  const between = at.slice(1).map((count, i) => count - (at[i] ?? 0));
  // Its next request is read in a later turn, and joins those that were answered lately.
  expect(Math.max(...between.slice(0, 4))).toBeLessThan(100);
});

it("whoever comes to a crowd of many networks with a body does not wait behind all of them for its end", async () => {
  let made = 0;
  const crowd: { answers: number }[] = [];
  const port = await serving((req, res) => {
    void receiveBody(req, { stranger: 10, known: 10 }, async () => "refuse").then(() => {
      made += 1;
      work(1);
      res.end("x");
    });
  });
  for (let i = 0; i < 300; i += 1) crowd.push(asking(port, `/crowd-${i}`));
  await expect.poll(() => crowd.every((each) => each.answers > 1)).toBe(true);
  const before = made;
  const somebody = connect(port, "127.0.0.1");
  sockets.push(somebody);
  const answered = new Promise((resolve) => somebody.once("data", resolve));
  somebody.write("POST /somebody HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na");
  await answered;
  expect(made - before).toBeLessThan(100);
});

it("whoever left while they waited is not answered", async () => {
  let left = 0;
  const port = await serving((req, res) => {
    if (req.url === "/left") left += 1;
    work(1);
    res.end("x");
  });
  const crowd = Array.from({ length: 50 }, () => asking(port, "/crowd"));
  await expect.poll(() => crowd.every((each) => each.answers > 0)).toBe(true);
  for (let i = 0; i < 20; i += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET /left HTTP/1.1\r\nHost: x\r\n\r\n", () => socket.resetAndDestroy());
  }
  const one = asking(port, "/last");
  await expect.poll(() => one.answers).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(20);
});
