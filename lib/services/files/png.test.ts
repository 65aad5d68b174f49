import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, it } from "vitest";
import { cleanPng } from "./png";

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // The checksum of a chunk that is only copied is not verified.
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
}

/** A PNG with a profile of colours of so many bytes, unpacked. */
async function withProfile(bytes: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const head = 8 + 25;
  const profile = chunk("iCCP", Buffer.concat([Buffer.from("name\0\0", "latin1"), deflateSync(Buffer.alloc(bytes))]));
  return Buffer.concat([png.subarray(0, head), profile, png.subarray(head)]);
}

const cleaned = async (bytes: number) => Buffer.concat(cleanPng(await withProfile(bytes)) ?? []).includes("iCCP");

it("keeps a profile of colours, and not what unfolds to more than one", async () => {
  expect(await cleaned(3_000)).toBe(true);
  expect(await cleaned(50_000_000)).toBe(false);
});
