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

it("says so where a server has no such function", () => {
  expect(decideOnArrivals({} as Server, () => undefined)).toBe(false);
});
