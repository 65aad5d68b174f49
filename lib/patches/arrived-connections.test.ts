import type { Server } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { tcp } from "../testing/tcp";
import { type Arrived, decideOnArrivals } from "./arrived-connections";

const { sockets, serve } = tcp();

function asking(port: number, from: string) {
  const made = { text: "", isClosed: false };
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  sockets.push(socket);
  socket.on("data", (chunk) => (made.text += String(chunk)));
  socket.on("error", () => undefined).on("close", () => (made.isClosed = true));
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return made;
}

it("a connection is taken when somebody decides so, and what it has sent is answered then", async () => {
  const arrived: Arrived[] = [];
  const { server, port } = await serve((_req, res) => void res.end("here"));
  expect(decideOnArrivals(server, (one) => void arrived.push(one))).toBe(true);
  const first = asking(port, "127.0.0.2");
  await expect.poll(() => arrived.length).toBe(1);
  const second = asking(port, "127.0.0.3");
  await expect.poll(() => arrived.map((one) => one.address())).toEqual(["127.0.0.2", "127.0.0.3"]);
  expect(first.text).toBe("");
  arrived[0]?.take();
  arrived[1]?.end();
  await expect.poll(() => first.text).toContain("here");
  await expect.poll(() => second.isClosed).toBe(true);
  expect(second.text).toBe("");
});

it("one is read before it is taken, and what has come by then is answered with what comes after it", async () => {
  const arrived: Arrived[] = [];
  const { server, port } = await serve((req, res) => {
    let text = "";
    req.on("data", (piece) => (text += String(piece))).on("end", () => res.end(`${req.url} ${text} is here.`));
  });
  decideOnArrivals(server, (one) => void arrived.push(one));
  const socket = connect({ port, host: "127.0.0.1" });
  sockets.push(socket);
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.write("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc");
  await expect.poll(() => arrived.length).toBe(1);
  let [came, hasLeft] = ["", false];
  const left = () => void (hasLeft = true);
  expect(arrived[0]?.read({ came: (bytes) => (came += String(bytes)), left })).toBe(true);
  await expect.poll(() => came).toMatch(/^POST.*abc$/s);
  arrived[0]?.take();
  socket.write("def");
  await expect.poll(() => text).toContain("/a abcdef is here.");
  socket.write("GET /b HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => text).toContain("/b  is here.");
  expect(hasLeft).toBe(false);
});

it("whoever leaves before they are taken is known to have left", async () => {
  const arrived: Arrived[] = [];
  const { server, port } = await serve((_req, res) => void res.end("here"));
  decideOnArrivals(server, (one) => void arrived.push(one));
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => arrived.length).toBe(1);
  let hasLeft = false;
  arrived[0]?.read({ came: () => socket.destroy(), left: () => (hasLeft = true) });
  await expect.poll(() => hasLeft).toBe(true);
  arrived[0]?.end();
});

it("holds nothing of what one has sent once it is ended", async () => {
  const arrived: Arrived[] = [];
  const { server, port } = await serve((_req, res) => void res.end("here"));
  decideOnArrivals(server, (one) => void arrived.push(one));
  asking(port, "127.0.0.2");
  await expect.poll(() => arrived.length).toBe(1);
  const came: Buffer[] = [];
  arrived[0]?.read({ came: (bytes) => void came.push(bytes), left: () => undefined });
  await expect.poll(() => came.length).toBe(1);
  expect(came[0]?.byteLength).toBeGreaterThan(0);
  arrived[0]?.end();
  expect(came[0]?.byteLength).toBe(0);
});

it("reads no more of one before it is taken than of a head", async () => {
  const arrived: Arrived[] = [];
  let length = 0;
  const { server, port } = await serve((req, res) => {
    req.on("data", (piece: Buffer) => (length += piece.byteLength)).on("end", () => res.end("here"));
  });
  decideOnArrivals(server, (one) => void arrived.push(one));
  const socket = connect({ port, host: "127.0.0.1" });
  sockets.push(socket);
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  const body = 4_000_000;
  socket.write(`POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: ${body}\r\n\r\n${"a".repeat(body)}`);
  await expect.poll(() => arrived.length).toBe(1);
  let came = 0;
  arrived[0]?.read({ came: (bytes) => (came += bytes.byteLength), left: () => undefined });
  await expect.poll(() => came).toBeGreaterThanOrEqual(16 * 1024);
  for (let i = 0; i < 20; i += 1) await new Promise(setImmediate);
  expect(came).toBeLessThan(128 * 1024);
  arrived[0]?.take();
  await expect.poll(() => text).toContain("here");
  expect(length).toBe(body);
});

it("says so where a server has no such function", () => {
  expect(decideOnArrivals({} as Server, () => undefined)).toBe(false);
});
