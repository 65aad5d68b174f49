import { StringDecoder } from "node:string_decoder";

/** The lines of a text, which end with a newline and nothing else: JSON may hold other separators. */
export async function* linesOf(pieces: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let open: string[] = [];
  for await (const piece of pieces) {
    const [first = "", ...others] = decoder.write(piece as Buffer).split("\n");
    open.push(first);
    for (const line of others) {
      yield open.join("");
      open = [line];
    }
  }
  const last = open.join("") + decoder.end();
  if (last !== "") yield last;
}
