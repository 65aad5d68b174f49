import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { isSupported, ReadyAnswers, type Sent } from "./ready-answers";

const answerOf = (text: string, status = 200): Sent => {
  const body = Buffer.from(text);
  return { status, headers: ["Content-Type", "text/plain", "Content-Length", String(body.byteLength)], body };
};
const [page, other, none] = [answerOf("Ünï"), answerOf("x".repeat(20_000)), answerOf("nothing", 404)];
const answers: Record<string, Sent> = { "/": page, "/other": other, "/none": none };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

type Told = { openly: string[]; finished: string[] };

/** A server that sends this way; told are the addresses whose answers went the public way, and those of whole answers. */
async function listening(ready: ReadyAnswers, late = false): Promise<{ port: number } & Told> {
  const told: Told = { openly: [], finished: [] };
  const server = createServer((req, res) => {
    const url = req.url ?? "";
    // oxlint-disable-next-line typescript/unbound-method -- called on the answer below
    const { writeHead } = res;
    res.writeHead = function noted(this: ServerResponse, ...given: Parameters<typeof writeHead>) {
      told.openly.push(url);
      return writeHead.apply(this, given);
    } as typeof writeHead;
    res.on("finish", () => told.finished.push(url));
    const send = () => ready.send(res, answers[url] as Sent);
    if (late) setImmediate(send);
    else send();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, ...told };
}

const get = (path: string, rest = "", version = "1.1") => `GET ${path} HTTP/${version}\r\nHost: a\r\n${rest}\r\n`;
const last = get("/none", "Connection: close\r\n");

/** Writes these requests at once or one after each answer, and answers all that came until the connection ended. */
async function ask(port: number, requests: string[], atOnce = false): Promise<string> {
  const socket: Socket = connect({ port, host: "127.0.0.1" });
  const waiting = [...requests];
  let told = "";
  let answered = 0;
  const next = () => socket.write(waiting.shift() ?? "");
  socket.setEncoding("latin1");
  socket.on("connect", () => (atOnce ? socket.write(waiting.splice(0).join("")) : next()));
  for await (const chunk of socket as AsyncIterable<string>) {
    told += chunk;
    const { length } = wholeAnswers(told);
    if (length > answered && waiting.length > 0) next();
    answered = length;
  }
  return told;
}

/** The whole answers in what came: first line, headers without the date, the date, the body. */
function wholeAnswers(told: string) {
  const found: { first: string; headers: string[]; date: number; body: string }[] = [];
  for (let rest = told; ;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return found;
    const [first = "", ...headers] = rest.slice(0, end).split("\r\n");
    const valueOf = (name: string) => headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const from = end + 4;
    const body = rest.slice(from, from + Number(valueOf("Content-Length")));
    if (body.length < Number(valueOf("Content-Length"))) return found;
    found.push({
      first,
      headers: headers.filter((line) => !line.startsWith("Date: ")),
      date: Date.parse(valueOf("Date") ?? ""),
      body,
    });
    rest = rest.slice(from + body.length);
  }
}

const withoutDates = (told: string) => wholeAnswers(told).map(({ date: _date, ...rest }) => rest);

it("Node keeps a head where this looks for it", () => expect(isSupported()).toBe(true));

const same = Array.from({ length: 5 }, () => get("/"));
const mixed = Array.from({ length: 4 }, () => [get("/"), get("/other"), get("/none")]).flat();

describe("an answer that is sent again and again", () => {
  it.each([
    ["one after the other", [...same, last], false],
    ["all asked for at once", [...same, last], true],
    ["in turn with others", [...mixed, last], false],
    ["in turn with others, all at once", [...mixed, last], true],
    [
      "to an old client that keeps its connection",
      [...same.map(() => get("/", "Connection: keep-alive\r\n", "1.0")), last],
      false,
    ],
    ["to an old client that does not", [get("/", "", "1.0")], false],
    ["to one whose connection is to end", [get("/", "Connection: close\r\n")], false],
  ])("%s: the bytes are Node's own", async (_how, requests, atOnce) => {
    const clock = () => 1_000;
    for (const late of [false, true]) {
      const [openly, ready] = [
        await listening(new ReadyAnswers(false, clock), late),
        await listening(new ReadyAnswers(true, clock), late),
      ];
      // What is asked for beforehand is ready afterwards.
      for (const { port } of [openly, ready]) await ask(port, [...mixed, last]);
      const began = Date.now();
      const [wanted, got] = [await ask(openly.port, requests, atOnce), await ask(ready.port, requests, atOnce)];
      expect(withoutDates(got)).toEqual(withoutDates(wanted));
      expect(wholeAnswers(got)).toHaveLength(requests.length);
      for (const { date } of wholeAnswers(got)) expect(Math.abs(date - began)).toBeLessThan(60_000);
      expect(ready.finished).toEqual(openly.finished);
      expect(openly.openly).toEqual(openly.finished);
    }
  });

  it("is made ready when it is sent for the second time in a second, and again in the next one", async () => {
    let now = 5_000;
    const { port, openly } = await listening(new ReadyAnswers(true, () => now));
    await ask(port, [...same, get("/other"), last]);
    expect(openly).toEqual(["/", "/", "/other", "/none"]);
    now = 5_999;
    await ask(port, [...same, get("/other"), get("/other"), last]);
    expect(openly.splice(4)).toEqual(["/other", "/none"]);
    now = 6_000;
    await ask(port, [...same, last]);
    expect(openly.splice(4)).toEqual(["/", "/", "/none"]);
  });

  it("is not held where it is long", async () => {
    answers["/long"] = answerOf("x".repeat(64 * 1024 + 1));
    const { port, openly } = await listening(new ReadyAnswers());
    await ask(port, [get("/long"), get("/long"), get("/long"), get("/long"), last]);
    expect(openly).toEqual(["/long", "/long", "/long", "/long", "/none"]);
  });
});

it("a server with ready answers closes like any other", async () => {
  const { port } = await listening(new ReadyAnswers());
  const socket = connect({ port, host: "127.0.0.1" });
  socket.setEncoding("latin1");
  let told = "";
  const ended = new Promise((resolve) => socket.once("close", resolve));
  const finished = new Promise<void>((resolve) =>
    socket.on("data", (chunk: Buffer | string) => {
      told += String(chunk);
      if (wholeAnswers(told).length < 4) socket.write(get("/"));
      else resolve();
    }),
  );
  socket.write(get("/"));
  await finished;
  const [server] = servers;
  const closed = new Promise((resolve) => server?.close(resolve));
  server?.closeIdleConnections();
  await Promise.all([closed, ended]);
  expect(wholeAnswers(told)).toHaveLength(4);
});
