import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { tcp } from "../../testing/tcp";
import { withoutBodies, withoutChunks } from "./bodiless";

const { sockets, serve } = tcp();

/** What was asked so far, and a connection that has sent this. */
async function sending(bytes: string) {
  const asked: { req: IncomingMessage; res: ServerResponse }[] = [];
  const { port } = await serve(withoutChunks(withoutBodies((req, res) => void asked.push({ req, res }))));
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const made = { asked, socket, text: "" };
  socket.on("error", () => undefined).on("data", (chunk) => (made.text += String(chunk)));
  socket.write(bytes);
  return made;
}

const head = (framing: string) => `GET /page HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`;
const body = "x".repeat(60_000);

it("a body that comes with a read does not wait in memory for the answer", async () => {
  const { asked } = await sending(`${head("Content-Length: 60000")}${body}`);
  await expect.poll(() => asked.length).toBe(1);
  const [{ req, res } = { req: undefined, res: undefined }] = asked;
  expect([req?.complete, req?.readableLength, res?.shouldKeepAlive]).toEqual([true, 0, true]);
  expect([req?.headers["content-length"], req?.headers["transfer-encoding"]]).toEqual([undefined, undefined]);
});

it("nobody is asked anything with one in chunks, of which none is parsed", async () => {
  const made = await sending(`${head("Transfer-Encoding: chunked")}ea60\r\n${body}\r\n0\r\n\r\n`);
  await expect.poll(() => made.text).toMatch(/^HTTP\/1\.1 400 /);
  expect(made.asked).toHaveLength(0);
});

it("nobody is asked anything with a longer one", async () => {
  const made = await sending(head("Content-Length: 10000000"));
  await expect.poll(() => made.text).toMatch(/^HTTP\/1\.1 413 /);
  expect(made.asked).toHaveLength(0);
});

it("a read without one is answered at once", async () => {
  const { asked } = await sending(head("X-Other: 1"));
  await expect.poll(() => asked.length).toBe(1);
});
