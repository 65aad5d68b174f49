import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { BodyPieces } from "./body-pieces";

it("a body of short pieces is held in few, and whole at its end", () => {
  const [pieces, body] = [new BodyPieces(), randomBytes(64 * 1024)];
  for (let at = 0; at < body.byteLength; at += 33) pieces.add(body.subarray(at, at + 33));
  expect([pieces.count, pieces.bytes]).toEqual([1_986, body.byteLength]);
  expect(pieces.held).toBeLessThan(100);
  expect(pieces.whole()).toEqual(body);
});

it("pieces of any lengths stay in order", () => {
  const [pieces, sent] = [new BodyPieces(), [] as Buffer[]];
  for (const length of [1, 5_000, 2, 3, 1_024, 1_023, 0, 70_000, ...Array.from({ length: 100 }, (_, i) => i)]) {
    sent.push(randomBytes(length));
    pieces.add(sent.at(-1) as Buffer);
  }
  expect(pieces.whole()).toEqual(Buffer.concat(sent));
  pieces.forget();
  expect([pieces.held, pieces.whole().byteLength, pieces.count]).toEqual([0, 0, sent.length]);
});
