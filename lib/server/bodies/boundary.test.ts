import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { clientHeader } from "../../doors/client-header";
import { problemFrom } from "../../doors/problem";
import { memoryInUse } from "../../testing/memory";
import { type More, receiveBody } from "./boundary";
import { closeUnlessRead, send } from "../answers/sending";

const bounds = { stranger: 1_000, known: 100_000 };
let server: Server | undefined;
let asked = 0;

/** A server that receives bodies within these bounds, from a sender of this kind. */
async function listening(more: More): Promise<number> {
  asked = 0;
  server = createServer((req, res) => {
    closeUnlessRead(req, res);
    receiveBody(req, bounds, async () => {
      asked += 1;
      return more;
    })
      .then((body) => send(req, res, { status: 200, headers: {}, body: String(body?.byteLength ?? "thrown away") }))
      .catch((error: unknown) => send(req, res, problemFrom(error, "x")));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(() => server?.close());

type Told = { status: number; text: string; connection: string | undefined };

/** Sends a number of bytes in pieces, with or without a length. */
const sendTo = (port: number, bytes: number, headers: Record<string, string> = {}, piece = 500): Promise<Told> =>
  new Promise((resolve, reject) => {
    const req = request({ port, host: "127.0.0.1", method: "POST", headers, agent: false });
    req.on("error", reject);
    req.on("response", (res: IncomingMessage) => {
      let text = "";
      res.on("data", (chunk) => (text += String(chunk)));
      res.on("end", () => resolve({ status: res.statusCode ?? 0, text, connection: res.headers.connection }));
    });
    for (let sent = 0; sent < bytes; sent += piece) req.write("x".repeat(Math.min(piece, bytes - sent)));
    req.end();
  });

/** A stranger's body that comes bit by bit. */
function arriving(ip: string, more: Record<string, string> = {}) {
  const headers = { "transfer-encoding": "chunked", [clientHeader]: ip, ...more };
  const body = Object.assign(new Readable({ read: () => undefined }), { headers });
  const received = receiveBody(body, { stranger: 64 * 1024, known: 64 * 1024 }, async () => "refuse");
  return { body, received };
}

const said = (bytes: number) => ({ "content-length": String(bytes), connection: "keep-alive" });
const chunked = { connection: "keep-alive", "transfer-encoding": "chunked" };

describe("a body", () => {
  it.each([
    ["said to be so long", said],
    ["in chunks", () => chunked],
  ] as const)("%s is taken from anybody within the smaller bound, without asking who it is", async (_how, headers) => {
    const port = await listening("refuse");
    for (const bytes of [1, 999, 1_000])
      expect(await sendTo(port, bytes, headers(bytes))).toEqual({
        status: 200,
        text: String(bytes),
        connection: "keep-alive",
      });
    expect(asked).toBe(0);
  });

  it.each([
    ["said to be so long", said],
    ["in chunks", () => chunked],
  ] as const)("%s is refused beyond it, and the connection ends", async (_how, headers) => {
    const port = await listening("refuse");
    for (const bytes of [1_001, 5_000, 99_999])
      expect(await sendTo(port, bytes, headers(bytes))).toMatchObject({ status: 413, connection: "close" });
    expect(asked).toBe(3);
  });

  it.each([
    ["said to be so long", said],
    ["in chunks", () => chunked],
  ] as const)("%s is taken up to the larger bound from whoever is known", async (_how, headers) => {
    const port = await listening("keep");
    for (const bytes of [1_001, 100_000])
      expect(await sendTo(port, bytes, headers(bytes))).toMatchObject({ status: 200, text: String(bytes) });
    expect(await sendTo(port, 100_001, headers(100_001))).toMatchObject({ status: 413, connection: "close" });
  });

  it("is read to its end and thrown away where its sender is only to be told something", async () => {
    const port = await listening("discard");
    expect(await sendTo(port, 100_000, chunked)).toEqual({
      status: 200,
      text: "thrown away",
      connection: "keep-alive",
    });
    expect(await sendTo(port, 100_001, chunked)).toMatchObject({ status: 413, connection: "close" });
  });

  it("in thousands of tiny pieces is refused, and a short one may come byte by byte", async () => {
    const port = await listening("keep");
    expect(await sendTo(port, 900, chunked, 1)).toMatchObject({ status: 200, text: "900" });
    const told = await sendTo(port, 5_000, chunked, 1);
    expect([told.status, told.connection]).toEqual([400, "close"]);
    expect(told.text).toContain("pieces");
    expect(await sendTo(port, 90_000, chunked, 64)).toMatchObject({ status: 200, text: "90000" });
  });

  it("in pieces as short as may be takes little memory beside its bytes while its end is waited for", async () => {
    const memory = () => {
      const { objects, buffers } = memoryInUse();
      return objects + buffers;
    };
    const [bodies, pieces, length] = [50, 1_900, 33];
    const sent = Array.from({ length: bodies }, () => arriving("192.0.2.1"));
    const before = memory();
    for (const { body } of sent) {
      // As a socket gives them, each has memory of its own.
      for (let i = 0; i < pieces; i += 1) body.push(Buffer.allocUnsafeSlow(length).fill("x"));
      await new Promise(setImmediate);
    }
    expect((memory() - before) / bodies).toBeLessThan(2 * pieces * length);
    for (const { body } of sent) body.push(null);
    for (const { received } of sent) expect((await received)?.byteLength).toBe(pieces * length);
  });

  it("has its place while it comes, and of those of a crowd only so many, whose oldest are refused", async () => {
    const other = arriving("198.51.100.7");
    other.body.push("x".repeat(60_000));
    await new Promise(setImmediate);
    const crowd = Array.from({ length: 600 }, () => arriving("192.0.2.1"));
    const refused: unknown[] = [];
    for (const { body, received } of crowd) {
      received.catch((error: unknown) => refused.push(error));
      body.push(Buffer.alloc(60_000));
    }
    // 278 of 60,000 bytes find room in 16 MB.
    await expect.poll(() => refused.length).toBe(323);
    expect(refused[0]).toMatchObject({ code: "unavailable" });
    for (const { body } of [other, ...crowd]) body.push(null);
    expect((await other.received)?.byteLength).toBe(60_000);
    await expect(crowd[0]?.received).rejects.toMatchObject({ code: "unavailable" });
    expect((await crowd.at(-1)?.received)?.byteLength).toBe(60_000);
  });

  it("counts with its head: of those with long heads fewer find room", async () => {
    const long = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`x-${i}`, "x".repeat(150)]));
    const crowd = Array.from({ length: 600 }, () => arriving("192.0.2.1", long));
    let refused = 0;
    for (const { received } of crowd) received.catch(() => (refused += 1));
    await expect.poll(() => refused).toBeGreaterThan(100);
    for (const { body } of crowd) body.push("x");
    for (const { body } of crowd) body.push(null);
    await Promise.allSettled(crowd.map(({ received }) => received));
    expect(refused).toBeLessThan(200);
  });

  it("that is packed is refused", async () => {
    const port = await listening("keep");
    expect(await sendTo(port, 10, { ...said(10), "content-encoding": "gzip" })).toMatchObject({
      status: 415,
      connection: "close",
    });
  });
});
