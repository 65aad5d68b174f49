import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { FileReaders } from "./file-readers";

const answer = () => new ServerResponse(new IncomingMessage(new Socket()));

it("at the limit the network that reads most files loses its oldest", () => {
  const readers = new FileReaders(4);
  const all = ["one", "crowd", "crowd", "crowd", "another", "a third"].map((network) => {
    const res = answer();
    readers.add(res, network);
    return { network, res };
  });
  expect(all.map(({ res }) => res.destroyed)).toEqual([false, true, true, false, false, false]);
});

it("what is sent, or was left before, counts no more", async () => {
  const readers = new FileReaders(2);
  const [one, left, ...others] = [answer(), answer(), answer(), answer()];
  left.destroy();
  readers.add(one, "crowd");
  readers.add(left, "crowd");
  one.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  for (const res of others) readers.add(res, "crowd");
  expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false]);
});
