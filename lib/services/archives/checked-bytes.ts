import { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { refusedArchive } from "./refusing";

type Expected = { name: string; size: number; checksum: number };

/** Missing in Node before 20.15; bytes are counted there all the same. */
const checksumOf = (zlib as { crc32?: (data: Buffer, value?: number) => number }).crc32;

/** Passes bytes on and fails where there are more, fewer or others than an archive's list of entries says. */
export function checkedBytes({ name, size, checksum }: Expected, withChecksum: boolean): Transform {
  let [bytes, sum] = [0, 0];
  const damaged = (what: string) =>
    refusedArchive(`The entry ${JSON.stringify(name)} of the archive is damaged: ${what}.`);
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      // Ends a bomb at its first byte too many.
      if (bytes > size) return done(damaged(`it has more than its ${size} bytes`));
      if (withChecksum && checksumOf) sum = checksumOf(piece, sum);
      done(null, piece);
    },
    flush(done) {
      if (bytes < size) return done(damaged(`it ends after ${bytes} of ${size} bytes`));
      if (withChecksum && checksumOf && sum !== checksum) return done(damaged("its checksum is another"));
      done();
    },
  });
}
