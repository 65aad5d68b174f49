import { connect } from "node:net";
import { expect, it } from "vitest";
import { tcp } from "../../testing/tcp";
import { closeUnlessRead, MOST_LINGERING, send, sized } from "./sending";

const MIB = 1024 * 1024;
const { sockets, serve } = tcp();

it("long answers to those who have not sent their body are bounded as others are", async () => {
  const { port } = await serve((req, res) => {
    closeUnlessRead(req, res);
    send(req, res, { status: 200, headers: { "content-length": String(20 * MIB) }, body: Buffer.alloc(20 * MIB) });
  });
  const received = Array.from({ length: 12 }, () => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => undefined);
    const asked = {
      socket,
      bytes: 0,
      begun: new Promise((begin) => socket.once("readable", begin).once("close", begin)),
    };
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n");
    return asked;
  });
  await Promise.all(received.map(({ begun }) => begun));
  // The program keeps 64 MiB of what nobody reads.
  await Promise.all(
    received.map(async (each) => {
      const closed = each.socket.destroyed || new Promise((close) => each.socket.once("close", close));
      each.socket.on("data", (chunk: Buffer) => (each.bytes += chunk.byteLength)).resume();
      await closed;
    }),
  );
  const whole = received.filter(({ bytes }) => bytes > 20 * MIB).length;
  expect(whole).toBeLessThan(12);
  expect(whole).toBeGreaterThan(0);
});

it("every cookie of an answer is sent beside a header that was set before, and replaces cookies that were", async () => {
  const { port } = await serve((req, res) => {
    res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    res.setHeader("Set-Cookie", ["old=1", "older=1"]);
    const headers = ["Set-Cookie", "a=1", "X-Own", "b", "set-cookie", "c=1", "Content-Length", "2"];
    send(req, res, { status: 200, headers, body: "ok" });
  });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.headers.getSetCookie(), await answer.text()]).toEqual([["a=1", "c=1"], "ok"]);
  const named = ["cross-origin-opener-policy", "x-own", "content-length"].map((name) => answer.headers.get(name));
  expect(named).toEqual(["same-origin", "b", "2"]);
});

it("a refusal reaches somebody who has not sent their body, whose connection ends then", async () => {
  const { port } = await serve((req, res) => {
    closeUnlessRead(req, res);
    send(req, res, { status: 413, headers: { "content-length": "3" }, body: "no." });
  });
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  const ended = new Promise((resolve) => socket.once("end", resolve));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc");
  await ended;
  expect(answer).toMatch(/^HTTP\/1.1 413 [^]*\r\n\r\nno\.$/);
});

it("of very many who have not sent their body, the last are not waited for", async () => {
  const { port } = await serve((req, res) => {
    closeUnlessRead(req, res);
    send(req, res, { status: 413, headers: { "content-length": "3" }, body: "no." });
  });
  const ended: string[] = [];
  const refused = (name: string) => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    const answered = new Promise((resolve) => socket.once("data", resolve).once("close", resolve));
    const over = new Promise((resolve) => socket.once("close", resolve)).then(() => ended.push(name));
    socket.on("error", () => undefined);
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc");
    return { answered, over };
  };
  await Promise.all(Array.from({ length: MOST_LINGERING }, () => refused("first").answered));
  await refused("last").over;
  expect(ended[0]).toBe("last");
});

it("a long answer of the API is passed on by a proxy as fast as its reader takes it", () => {
  const headersOf = (bytes: number) => sized({ status: 200, headers: {}, body: "x".repeat(bytes) }).headers;
  expect([headersOf(65_536), headersOf(65_537)]).toEqual([
    { "content-length": "65536" },
    { "content-length": "65537", "X-Accel-Buffering": "no" },
  ]);
});
