import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { tcp } from "../testing/tcp";
import { resetNow } from "./reset-connections";

const { sockets, serve } = tcp();

async function connected(): Promise<{ ours: Socket; theirs: Socket; fault: () => string | undefined }> {
  const { server, port } = await serve(() => undefined);
  const arrived = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const theirs = connect(port, "127.0.0.1");
  sockets.push(theirs);
  let fault: string | undefined;
  theirs.on("error", (error: NodeJS.ErrnoException) => (fault = error.code)).resume();
  const ours = await arrived;
  ours.on("error", () => undefined);
  return { ours, theirs, fault: () => fault };
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

it("a connection is reset, also one whose other side reads nothing", async () => {
  const { ours, theirs, fault } = await connected();
  theirs.pause();
  ours.write(Buffer.alloc(32 * 1024 * 1024));
  const gone = closed(theirs);
  resetNow(ours);
  await closed(ours);
  theirs.resume();
  await gone;
  expect(fault()).toBe("ECONNRESET");
});

it("one that is being shut down is closed, and so is its file", async () => {
  const files = () => readdirSync("/proc/self/fd").length;
  const all = await Promise.all(Array.from({ length: 20 }, connected));
  const before = files();
  for (const { ours } of all) ours.end();
  // All has been given to the system, and the shutdown is under way.
  await new Promise((resolve) => process.nextTick(resolve));
  const gone = Promise.all(all.flatMap(({ ours, theirs }) => [closed(ours), closed(theirs)]));
  for (const { ours, theirs } of all) {
    resetNow(ours);
    theirs.end();
  }
  await gone;
  expect(files()).toBeLessThanOrEqual(before - 40);
});
