import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, it } from "vitest";
import { Newcomers } from "./connections";
import { Pieces } from "./pieces";

/** Sends so many pieces of a file to somebody of a network, and notes each in `sent`. */
function sending(pieces: Pieces, network: string, count: number, sent: string[]): Promise<void> {
  const file = Readable.from(Array.from({ length: count }, () => Buffer.from("piece")));
  const reader = new Writable({
    write: (_piece, _encoding, done) => {
      sent.push(network);
      done();
    },
  });
  return pipeline(file, pieces.stream(network), reader);
}

const turn = () => new Promise(setImmediate);

it("sends every piece, some in each turn of the event loop however many readers there are", async () => {
  const [pieces, sent] = [new Pieces(new Newcomers(() => 0)), [] as string[]];
  const all = Array.from({ length: 200 }, () => sending(pieces, "crowd", 3, sent));
  let most = 0;
  for (let turns = 0; sent.length < 600 && turns < 1_000; turns += 1) {
    const before = sent.length;
    await turn();
    most = Math.max(most, sent.length - before);
  }
  await Promise.all(all);
  expect(sent).toHaveLength(600);
  // Those of two turns, where this test looks between them.
  expect(most).toBeLessThanOrEqual(64);
});

it("lets networks take turns", async () => {
  const [pieces, sent] = [new Pieces(new Newcomers(() => 0)), [] as string[]];
  const crowd = Array.from({ length: 300 }, () => sending(pieces, "crowd", 2, sent));
  await turn();
  const somebody = sending(pieces, "somebody", 2, sent);
  await somebody;
  expect(sent.length).toBeLessThan(400);
  await Promise.all(crowd);
  expect(sent).toHaveLength(602);
});

it("leaves pieces for later while others connect", async () => {
  let taken = 0;
  const [pieces, sent] = [new Pieces(new Newcomers(() => taken)), [] as string[]];
  taken += 1;
  const done = sending(pieces, "somebody", 1, sent);
  for (let i = 0; i < 10; i += 1) {
    taken += 1;
    await turn();
  }
  expect(sent).toEqual([]);
  await done;
  expect(sent).toEqual(["somebody"]);
});

it("a reader who leaves while a piece waits keeps nobody waiting", async () => {
  const pieces = new Pieces(new Newcomers(() => 0));
  const stream = pieces.stream("somebody");
  const crowd = Array.from({ length: 100 }, () => sending(pieces, "somebody", 2, []));
  const left = pipeline(Readable.from([Buffer.from("piece")]), stream, new Writable()).catch(() => "left");
  stream.destroy();
  expect(await left).toBe("left");
  await Promise.all(crowd);
});
