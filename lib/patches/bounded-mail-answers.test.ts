import { createServer, type AddressInfo, type Socket } from "node:net";
import { createTransport } from "nodemailer";
import { afterEach, expect, it } from "vitest";
import { boundMailAnswers } from "./bounded-mail-answers";

const open = new Set<Socket>();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const socket of open) socket.destroy();
  for (const close of closing.splice(0)) await close();
});

/** Sends a mail to a server that says this again and again, after a greeting. */
async function sendTo(greeting: string, said: string): Promise<{ failed: Promise<Error>; closed: Promise<void> }> {
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const again = Buffer.from(said.repeat(Math.ceil(65_536 / said.length)));
  const server = createServer((socket) => {
    open.add(socket);
    const go = () => {
      while (!socket.destroyed && socket.write(again));
    };
    socket.on("drain", go).on("error", () => undefined);
    socket.once("close", close);
    socket.write(greeting);
    go();
  });
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const mail = { from: "a@example.org", to: "b@example.org", text: "x" };
  const failed = createTransport({ host: "127.0.0.1", port, ignoreTLS: true })
    .sendMail(mail)
    .then(
      () => new Error("sent"),
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
  return { failed, closed };
}

it.each([
  ["", "\n"],
  ["220 hello\r\n", "\n"],
  ["220 hello\r\n", " \r\n"],
  ["220-", "x"],
  ["220 hello\r\n250-", "more\r\n250-"],
])("ends the connection to a server that says without end, after %j, %j", async (greeting, said) => {
  expect(boundMailAnswers()).toBe(true);
  const { failed, closed } = await sendTo(greeting, said);
  expect((await failed).message).toMatch(/maximum allowed size|Unexpected Response/);
  await closed;
  // Nothing of it is left to do: the next turns of the event loop come at once.
  const begun = performance.now();
  for (let turns = 0; turns < 1_000; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(performance.now() - begun).toBeLessThan(1_000);
});

it("is one hook, however often it is asked for", () => {
  expect([boundMailAnswers(), boundMailAnswers()]).toEqual([true, true]);
});
