import { connect } from "node:net";
import { expect, it } from "vitest";
import { tcp } from "../testing/tcp";
import { endUnparsed } from "./stopped-parsing";

const { sockets, serve } = tcp();

it("parses nothing after the request at which a connection is ended, and others go on", async () => {
  let parsed = 0;
  const { port } = await serve((req, res) => {
    if (req.url === "/other") return void res.end("here");
    parsed += 1;
    if (parsed === 3) endUnparsed(req.socket);
  });
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined).resume();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2_000));
  await closed;
  expect(parsed).toBe(3);
  // Among them is one that gets the parser of the ended connection.
  for (let i = 0; i < 10; i += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/other`, { headers: { connection: "close" } })).text()).toBe(
      "here",
    );
});

it("answers whom it ends, unless an answer has begun", async () => {
  const { port } = await serve((req, res) => {
    if (req.url === "/begun") res.writeHead(200).write("first");
    endUnparsed(req.socket, req.url === "/head" ? "head" : "other");
  });
  const sent = async (path: string) => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk))).on("error", () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => socket.once("close", resolve));
    return text;
  };
  expect(await sent("/")).toMatch(/^HTTP\/1.1 400 [^]*close/);
  expect(await sent("/head")).toMatch(/^HTTP\/1.1 431 /);
  expect(await sent("/begun")).not.toContain(" 400 ");
});

it("ends a connection that has no parser", async () => {
  const { port } = await serve(() => undefined);
  const socket = connect(port, "127.0.0.1");
  endUnparsed(socket);
  expect(socket.destroyed).toBe(true);
});
