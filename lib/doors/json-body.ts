import { AppError } from "../core/errors";

/** The largest JSON body, in bytes. */
export const MAX_BODY = 2 * 1024 * 1024;
/** The deepest nesting of arrays and objects. */
const MAX_DEPTH = 32;
/** The most field names in one object, and in all together; the longest input has some hundred. */
const [MAX_KEYS, MAX_KEYS_IN_ALL] = [500, 20_000];

const tooLarge = () => new AppError("too_large", `A JSON body may have at most ${MAX_BODY} bytes.`);

/** Whether a request says that it has a body; without one it is empty, and the operation names the missing fields. */
export const hasBody = (request: Request): boolean =>
  request.headers.has("transfer-encoding") || !["0", null].includes(request.headers.get("content-length"));

/** Reads a request's body as text after checking type, encoding and size; refuses before it buffers. */
export async function readText(request: Request): Promise<string> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("unsupported_media", "Send the body as application/json.");
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity")
    throw new AppError("unsupported_media", "Send the body without Content-Encoding.");
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > MAX_BODY) throw tooLarge();
  return declared === null ? readBounded(request) : request.text();
}

/** Reads a request's JSON in the same way. */
export async function readJson(request: Request): Promise<unknown> {
  const source = await readText(request);
  checkJson(source);
  try {
    return JSON.parse(source) as unknown;
  } catch {
    throw new AppError("malformed", "The body is not valid JSON.");
  }
}

/** A chunked body has no length, so it is counted while it arrives. */
async function readBounded(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Refuses JSON that is too deep, or has too many names, before it is parsed; the content of strings does not count.
 * `string` is told where each begins.
 */
export function checkJson(source: string, string?: (at: number) => void): void {
  /** The names in each object and array that is open; how many of these there are. */
  const keys = new Uint32Array(MAX_DEPTH + 1);
  let depth = 0;
  let keysInAll = 0;
  let inString = false;
  for (let i = 0; i < source.length; i += 1) {
    const code = source.charCodeAt(i);
    if (inString) {
      if (code === 92) i += 1;
      else if (code === 34) inString = false;
    } else if (code === 34) {
      inString = true;
      string?.(i + 1);
    } else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new AppError("malformed", `The body is nested more than ${MAX_DEPTH} levels deep.`);
      keys[depth] = 0;
    } else if (code === 125 || code === 93) depth = Math.max(0, depth - 1);
    else if (code === 58) {
      keysInAll += 1;
      const here = (keys[depth] ?? 0) + 1;
      keys[depth] = here;
      if (here > MAX_KEYS) throw new AppError("malformed", `An object names more than ${MAX_KEYS} fields.`);
      if (keysInAll > MAX_KEYS_IN_ALL)
        throw new AppError("malformed", `The body names more than ${MAX_KEYS_IN_ALL} fields.`);
    }
  }
}
