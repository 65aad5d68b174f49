import { AppError } from "../../../core/errors";
import type { ImportKind } from "../records";
import type { Reader } from "../reading";
import { readers } from "./readers";
import { strangerAt } from "./strangers";

/** What a source looks like: its reader, and what it is in words. */
async function lookAt(path: string): Promise<{ reader: Reader; words: string } | null> {
  for (const reader of readers) {
    const words = await reader.recognise(path);
    if (words !== null) return { reader, words };
  }
  return null;
}

/** The kind of a source; refuses another one than was said, with what it is and how to take it in. */
export async function recogniseSource(path: string, said: ImportKind | "auto"): Promise<ImportKind> {
  const seen = await lookAt(path);
  const stranger = seen ? null : await strangerAt(path);
  if (stranger !== null) throw refused(`${stranger} See \`import --help\` for what can be taken in.`);
  if (said === "auto") {
    if (seen) return seen.reader.kind;
    throw refused("This is not a file that this site can take in. See `import --help` for what it understands.");
  }
  if (!seen || seen.reader.kind === said) return said;
  // A folder of texts may hold anything beside them.
  if (said === "markdown" && (await readerFor(said).recognise(path)) !== null) return said;
  throw refused(`This looks like ${seen.words}; use: import ${seen.reader.kind}.`);
}

const refused = (message: string) =>
  new AppError("invalid", message, { errors: [{ field: "file", code: "wrong_type", message }] });

/** The reader of a kind. */
export function readerFor(kind: ImportKind): Reader {
  const reader = readers.find((each) => each.kind === kind);
  if (!reader) throw new AppError("invalid", `This version of the program cannot read ${kind} yet.`);
  return reader;
}
