import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { AppError } from "../../core/errors";
import { checkJson } from "../../doors/json-body";

/** The most fields or parts of one form; the editor's, the longest, has some sixty. */
const MOST_FIELDS = 1_000;
const LONGEST_NAME = 200;
/** ASCII but for control signs, `"`, `%` and the backslash, which no name of ours has: parsers read them differently. */
const PLAIN_NAME = /^[ !#$&-[\]-~]*$/;

/** The framework's own fields, whose values it parses: a form's action, and numbered parts from its script. */
const isFrameworks = (name: string) => name.startsWith("$ACTION_") || /^\d+$/.test(name);

/** The names that an action from its script has: its parts, and fields of forms within them. Others React may take for parts. */
const ACTION_NAME = /^(?:\d+$|_[\da-f]+_)/;

/**
 * What may follow a `$` at the begin of a text, by which React means something else than that text: the sign itself, a
 * form, a date, a number that JSON has not, what is left out, what the page keeps, a part. Nothing of ours sends functions,
 * streams, maps or bytes. An escaped `$` is React's too, and no browser writes one.
 */
const USUAL = /[$KD\-INuT\da-f@]/;
/** The most references to other parts in one form or action; an object that is sent twice is one. */
const MOST_REFERENCES = 200;
/**
 * The most promises among them; a form has one for each action. Whoever waits for a promise goes through all that it leads
 * to: 640 that led to each other, for each of which 570 waited, kept everybody waiting for 8 s.
 */
const MOST_PROMISES = 8;

/** What says which form or action of a page this is. */
const isName = (name: string) => name === "form" || name.startsWith("$ACTION_");

const malformed = (cause?: unknown) =>
  new AppError("malformed", "This form does not belong to this site. Reload the page and try again.", { cause });

/** Bytes per piece for the parser, which cannot be stopped within one. */
const PIECE = 4 * 1024;

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.byteLength; at += PIECE) yield body.subarray(at, at + PIECE);
}

/**
 * Names and values of a form's fields; no form has files. Stops at the first part too many, since even empty parts take
 * time.
 */
async function fieldsOf(contentType: string, body: Buffer): Promise<[string, string][]> {
  const fields: [string, string][] = [];
  const stop = new AbortController();
  const refuse = () => stop.abort();
  try {
    const parser = new Busboy({
      headers: { "content-type": contentType },
      defCharset: "utf8",
      limits: { parts: MOST_FIELDS, fieldNameSize: LONGEST_NAME, fieldSize: body.byteLength, headerPairs: 20 },
    });
    parser.on("field", (name: string | undefined, value: string, isNameCut: boolean) => {
      if (name === undefined || isNameCut || !PLAIN_NAME.test(name)) refuse();
      else fields.push([name, value]);
    });
    parser.on("file", (_name: string, file: NodeJS.ReadableStream) => {
      refuse();
      file.on("error", refuse).resume();
    });
    parser.on("partsLimit", refuse);
    await pipeline(Readable.from(piecesOf(body)), parser, { signal: stop.signal });
  } catch (error) {
    throw malformed(error);
  }
  if (stop.signal.aborted) throw malformed();
  return fields;
}

/** Fields as browsers send them, for a parser that knows nothing of how they came. */
function written(fields: readonly [string, string][]): { contentType: string; body: Buffer } {
  const boundary = `form-${randomUUID()}`;
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join("")}--${boundary}--\r\n`),
  };
}

/** Checks what the framework parses of one form or action. */
function checkParts(values: readonly string[]): void {
  let [promises, references] = [0, 0];
  for (const value of values)
    checkJson(value, (at) => {
      if (value.startsWith("\\u0024", at)) throw malformed();
      if (value[at] !== "$") return;
      const meant = value[at + 1] ?? "";
      if (!USUAL.test(meant)) throw malformed();
      if (meant === "@" && (promises += 1) > MOST_PROMISES) throw malformed();
      if (/[K\da-f@]/.test(meant) && (references += 1) > MOST_REFERENCES) throw malformed();
    });
}

/**
 * Checks a form or action before the framework parses it: its type, its depth, and its number of names. A page's own
 * form names its action. Answers the body for the framework: that of a form with parts is written anew, since two parsers
 * read the same bytes differently, and what the framework's read alone was not checked, or made it throw where nobody
 * catches.
 */
export async function checkedForm(req: IncomingMessage, body: Buffer, isOfPage: boolean): Promise<Buffer> {
  const contentType = req.headers["content-type"] ?? "";
  const type = contentType.split(";")[0]?.trim().toLowerCase();
  const isAction = req.headers["next-action"] !== undefined;
  if (type === "multipart/form-data") {
    const fields = await fieldsOf(contentType, body);
    if (isOfPage && !isAction && !fields.some(([name]) => isName(name))) throw malformed();
    if (isAction && !fields.every(([name]) => ACTION_NAME.test(name))) throw malformed();
    checkParts(fields.flatMap(([name, value]) => (isFrameworks(name) ? [value] : [])));
    const anew = written(fields);
    req.headers["content-type"] = anew.contentType;
    return anew.body;
  }
  if (isOfPage && !isAction) throw malformed();
  if (type === "application/x-www-form-urlencoded") {
    if (body.filter((byte) => byte === 38).byteLength >= MOST_FIELDS) throw malformed();
  } else if (type === "application/json" || isAction) {
    const text = body.toString("utf8");
    if (isAction) checkParts([text]);
    else checkJson(text);
    // Of a type that only begins like that of a form, the framework would read parts.
    if (isAction) req.headers["content-type"] = "text/plain;charset=UTF-8";
  } else if (body.byteLength > 0) throw new AppError("unsupported_media", "Send the body as a form.");
  return body;
}
