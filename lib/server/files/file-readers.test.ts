import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { FileReaders } from "./file-readers";

const answer = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Files that somebody of these networks asks for, one after the other. */
function asking(readers: FileReaders, networks: readonly string[], few?: number) {
  return networks.map((network) => {
    const res = answer();
    return { res, isSent: readers.takes(res, network, few) };
  });
}

it("at the limit the network that reads most files loses its oldest", () => {
  const all = asking(new FileReaders(4), ["one", "crowd", "crowd", "crowd", "another", "a third"]);
  // With an answer, as long as none has begun.
  expect(all.map(({ res }) => res.statusCode)).toEqual([200, 503, 503, 200, 200, 200]);
  expect(all.map(({ res }) => res.writableEnded)).toEqual([false, true, true, false, false, false]);
  expect(all.map(({ isSent }) => isSent)).not.toContain(false);
});

it("an answer that has begun ends where it loses its place", () => {
  const readers = new FileReaders(1);
  const [one, other] = [answer(), answer()];
  readers.takes(one, "one");
  one.writeHead(200).flushHeaders();
  readers.takes(other, "other");
  expect([one.destroyed, other.destroyed]).toEqual([true, false]);
});

it("at the limit the network that reads most gets no further one: ended ones come again at once", () => {
  const all = asking(new FileReaders(4), ["one", "crowd", "crowd", "crowd", "crowd", "crowd"]);
  expect(all.map(({ isSent }) => isSent)).toEqual([true, true, true, true, false, false]);
  expect(all.map(({ res }) => res.destroyed)).not.toContain(true);
});

it("a network that reads few may have them, however many there are, where nobody has to lose any", () => {
  const people = Array.from({ length: 8 }, (_, i) => `person ${i % 4}`);
  const all = asking(new FileReaders(4), ["crowd", "crowd", "crowd", "crowd", ...people, "crowd"], 2);
  expect(all.map(({ isSent }) => isSent)).toEqual([...Array.from({ length: 12 }, () => true), false]);
  expect(all.map(({ res }) => res.destroyed)).not.toContain(true);
});

it("what is sent, or was left before, counts no more", () => {
  const readers = new FileReaders(2);
  const [one, left, ...others] = [answer(), answer(), answer(), answer()];
  left.destroy();
  readers.takes(one, "crowd");
  readers.takes(left, "crowd");
  one.emit("close");
  expect(others.map((res) => readers.takes(res, "crowd"))).toEqual([true, true]);
  expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false]);
});
