import { AppError } from "../../../../core/errors";

/** A decoded part of a file, the byte at which it begins, and its length in bytes. */
export type Decoded = { text: string; byte: number; length: number };

/** Characters that XML does not allow. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const encodings: Record<string, string> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  ascii: "utf-8",
  "iso-8859-1": "windows-1252",
  latin1: "windows-1252",
  "windows-1252": "windows-1252",
  cp1252: "windows-1252",
  gbk: "gb18030",
  gb2312: "gb18030",
  gb18030: "gb18030",
};

/** How a file is written, by its first bytes and its declaration. */
export function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  const text = Buffer.from(start.subarray(0, 1024)).toString("latin1");
  const declared = /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    text,
  )?.[1];
  if (declared === undefined || text.startsWith("\u00EF\u00BB\u00BF")) return "utf-8";
  const encoding = encodings[declared.toLowerCase()];
  if (encoding === undefined)
    throw new AppError(
      "invalid",
      `The file says that it is written in ${declared}, which cannot be read. Save it as UTF-8 and try again.`,
    );
  return encoding;
}

const notWritten = (encoding: string, byte: number) =>
  new AppError(
    "invalid",
    `The file is not what it says: byte ${byte} is no ${encoding.toUpperCase()}. Save it as UTF-8 and try again.`,
    { reason: "encoding" },
  );

/**
 * Where the first character begins that cannot be decoded. The first bytes may end a character of the bytes before, so
 * several beginnings are tried.
 */
function firstFault(encoding: string, bytes: Uint8Array): number {
  let latest = 0;
  for (let from = 0; from < 4; from += 1) {
    const decoder = new TextDecoder(encoding, { fatal: true });
    let good = from;
    try {
      for (let at = from; at < bytes.length; at += 1)
        if (decoder.decode(bytes.subarray(at, at + 1), { stream: true }) !== "") good = at + 1;
      return Math.max(latest, good);
    } catch {
      latest = Math.max(latest, good);
    }
  }
  return latest;
}

/** Decodes a file, and removes control characters, which are counted. */
export class Decoder {
  removed = 0;

  async *read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Decoded> {
    let byte = 0;
    let encoding = "";
    let decoder: TextDecoder | undefined;
    let first: Uint8Array = new Uint8Array();
    for await (const next of bytes) {
      const chunk = first.length > 0 ? Buffer.concat([first, next]) : next;
      // Enough for a byte order mark and the declaration.
      if (!decoder && chunk.length < 1024) {
        first = chunk;
        continue;
      }
      first = new Uint8Array();
      encoding ||= encodingOf(chunk);
      decoder ??= new TextDecoder(encoding, { fatal: true });
      yield { text: this.#decode(decoder, encoding, chunk, byte), byte, length: chunk.length };
      byte += chunk.length;
    }
    encoding ||= encodingOf(first);
    decoder ??= new TextDecoder(encoding, { fatal: true });
    // The end of the file may stand within a character; the parser says that it ends too early.
    const rest = first.length > 0 ? this.#decode(decoder, encoding, first, byte) : "";
    if (rest !== "") yield { text: rest, byte, length: first.length };
  }

  #decode(decoder: TextDecoder, encoding: string, chunk: Uint8Array, byte: number): string {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw notWritten(encoding, byte + firstFault(encoding, chunk));
    }
    control.lastIndex = 0;
    if (!control.test(text)) return text;
    return text.replace(control, () => {
      this.removed += 1;
      return "";
    });
  }
}
