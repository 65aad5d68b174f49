import { crc32 } from "node:zlib";
import { ZipFile } from "yazl";
import { expect, it } from "vitest";
import { checksums, useFastChecksums } from "./zip-checksums";

const newEnough = typeof crc32 === "function";

it.runIf(newEnough)("lets the writer of archives use Node's checksums, with the same results", async () => {
  const pieces = [Buffer.from("first piece"), Buffer.alloc(100_000, "second")];
  const slow = checksums.unsigned(pieces[1] as Buffer, checksums.unsigned(pieces[0] as Buffer));
  expect(useFastChecksums()).toBe(true);
  const unsigned = checksums.unsigned;
  let asked = 0;
  Object.assign(checksums, { unsigned: (...given: Parameters<typeof unsigned>) => ((asked += 1), unsigned(...given)) });
  const zip = new ZipFile();
  zip.addBuffer(Buffer.concat(pieces), "x", { compress: false });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  expect(Buffer.concat(parts).readUInt32LE(14)).toBe(slow);
  expect(asked).toBe(1);
  Object.assign(checksums, { unsigned });
});
