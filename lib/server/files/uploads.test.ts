import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { beforeEach, expect, it } from "vitest";
import { aToken, call } from "../../testing/api";
import { memoryInUse } from "../../testing/memory";
import { freshDatabase } from "../../testing/setup";
import { attachments } from "../../../db/schema";
import { engine } from "../../core/operation";
import { serverOptions } from "../connections/limits";
import { uploadedFiles } from "./uploads";

const READERS = 100;
/** As much as no socket takes without its reader. */
const SIZE = 16 * 1024 * 1024;

/**
 * Asks for a file so many times and reads no further than its beginning. In a thread of its own, whose memory is not
 * counted as the server's.
 */
const readers = `
  const { parentPort, workerData: { port, url, count } } = require("node:worker_threads");
  const { connect } = require("node:net");
  let begun = 0;
  for (let i = 0; i < count; i += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.once("readable", () => ++begun === count && parentPort.postMessage("begun"));
    const lines = Array.from({ length: 50 }, (_, line) => "X-" + line + ": " + String(i).padStart(270, "x") + "\\r\\n").join("");
    socket.write("GET " + url + " HTTP/1.1\\r\\nHost: localhost\\r\\n" + lines + "\\r\\n");
  }
`;

beforeEach(freshDatabase);

it("keeps little of a file in memory for each of many who do not read it", async () => {
  const { token } = await aToken("AUTHOR");
  const body = new FormData();
  body.append("files", new Blob(["%PDF-1.4\n", randomBytes(SIZE)]), "long.pdf");
  const [file] = (await call("POST", "/admin/attachments", { token, body })).list as { url: string }[];
  const faults: unknown[] = [];
  const files = uploadedFiles((error) => faults.push(error));
  const server = createServer(serverOptions, (req, res) => files(req, res, () => res.writeHead(404).end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  const { port } = server.address() as AddressInfo;
  const before = memoryInUse();
  const worker = new Worker(readers, { eval: true, workerData: { port, url: file?.url, count: READERS } });
  await once(worker, "message");
  // Until nothing is sent any more.
  for (let sent = -1, now = 0; sent !== now;) {
    sent = now;
    await new Promise((resolve) => setTimeout(resolve, 200));
    now = [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);
  }
  const sentWhole = [...sockets].filter((socket) => socket.bytesWritten >= SIZE).length;
  const { buffers, objects } = memoryInUse();
  const [ofFile, ofRest] = [(buffers - before.buffers) / READERS, (objects - before.objects) / READERS];
  await worker.terminate();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  expect([sockets.size, sentWhole]).toEqual([READERS, 0]);
  // Whole pieces for each would be 128 KB; the heads take 19 KB.
  expect(ofFile).toBeLessThan(48 * 1024);
  expect(ofRest).toBeLessThan(40 * 1024);
  expect(faults).toEqual([]);
});

it("is passed on by a proxy no faster than its reader takes it, which would else fill its disk", async () => {
  const { token } = await aToken("AUTHOR");
  const body = new FormData();
  body.append("files", new Blob(["%PDF-1.4\n", randomBytes(1_000)]), "short.pdf");
  const [file] = (await call("POST", "/admin/attachments", { token, body })).list as { url: string }[];
  const files = uploadedFiles((error) => expect(error).toBeUndefined());
  const server = createServer((req, res) => files(req, res, () => res.writeHead(404).end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const buffered = async (headers = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${file?.url}`, { headers });
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get("x-accel-buffering")];
  };
  expect([await buffered(), await buffered({ range: "bytes=0-99" })]).toEqual([
    [200, "no"],
    [206, "no"],
  ]);
  await new Promise((resolve) => server.close(resolve));
});

/** Types that are no file's here, and which a browser would take for a document. */
const foreign = [
  "image/svg+xml;x=1",
  "image/svg+xml ",
  "image/SVG+xml",
  "image/x+xml",
  "image/png, text/html",
  "video/mp4;text/html",
  "text/html",
  "application/pdf,text/html",
];

it("sends a file whose type a backup invented as bytes to be saved, in a sandbox", async () => {
  const { token } = await aToken("AUTHOR");
  const body = new FormData();
  body.append("files", new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>']), "drawing.svg");
  const [file] = (await call("POST", "/admin/attachments", { token, body })).list as { url: string }[];
  const files = uploadedFiles((error) => expect(error).toBeUndefined());
  const server = createServer((req, res) => files(req, res, () => res.writeHead(404).end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sent = async (mediaType: string) => {
    await engine().transaction(
      async (db) => void (await db.update(attachments).set({ mediaType })),
      () => null,
    );
    const { headers } = await fetch(`http://127.0.0.1:${port}${file?.url}`);
    const [shown] = (headers.get("content-disposition") ?? "").split(";");
    return [headers.get("content-type"), shown, headers.get("content-security-policy")?.includes("sandbox") ?? false];
  };
  try {
    expect(await sent("image/png")).toEqual(["image/png", "inline", false]);
    expect(await sent("image/svg+xml")).toEqual(["image/svg+xml", "inline", true]);
    for (const mediaType of foreign)
      expect([mediaType, ...(await sent(mediaType))]).toEqual([
        mediaType,
        "application/octet-stream",
        "attachment",
        true,
      ]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
