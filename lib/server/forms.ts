import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { AppError } from "../core/errors";
import { checkJson } from "../doors/json-body";

/** The most fields or parts of one form; the editor's, the longest, has some sixty. */
const MOST_FIELDS = 1_000;
const LONGEST_NAME = 200;
/** Headers of a part, as many as the framework reads: what came behind twenty was seen by it alone. */
const MOST_HEADERS = 2_000;

/** The framework's own fields, whose values it parses: a form's action, and numbered parts from its script. */
const isFrameworks = (name: string) => name.startsWith("$ACTION_") || /^\d+$/.test(name);

/** What says which form or action of a page this is. */
const isName = (name: string) => name === "form" || name.startsWith("$ACTION_");

/** Whether a part's bytes stand for others, which no browser sends: the framework throws for base64 where nobody catches. */
const isCoded = (coding: string): boolean => !/^(?:7bit|8bit|binary)$/i.test(coding);

const malformed = (cause?: unknown) =>
  new AppError("malformed", "This form does not belong to this site. Reload the page and try again.", { cause });

/** Bytes per piece for the parser, which cannot be stopped within one. */
const PIECE = 4 * 1024;

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.byteLength; at += PIECE) yield body.subarray(at, at + PIECE);
}

/**
 * Names and values of a form's fields without files. Stops at the first part too many, since even empty parts take
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
      limits: {
        parts: MOST_FIELDS,
        fieldNameSize: LONGEST_NAME,
        fieldSize: body.byteLength,
        headerPairs: MOST_HEADERS,
      },
    });
    parser.on(
      "field",
      (name: string | undefined, value: string, isNameCut: boolean, _isCut: boolean, coding: string) => {
        if (name === undefined || isNameCut || isCoded(coding)) refuse();
        else fields.push([name, value]);
      },
    );
    parser.on("file", (_name: string, file: NodeJS.ReadableStream, _as: string | undefined, coding: string) => {
      if (isCoded(coding)) refuse();
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

/**
 * Checks a form or action before the framework parses it: its type, its depth, and its number of names. A page's own
 * form names its action.
 */
export async function checkForm(req: IncomingMessage, body: Buffer, isOfPage: boolean): Promise<void> {
  const contentType = req.headers["content-type"] ?? "";
  const type = contentType.split(";")[0]?.trim().toLowerCase();
  const isAction = req.headers["next-action"] !== undefined;
  if (type === "multipart/form-data") {
    const fields = await fieldsOf(contentType, body);
    if (isOfPage && !isAction && !fields.some(([name]) => isName(name))) throw malformed();
    for (const [name, value] of fields) if (isFrameworks(name)) checkJson(value);
  } else if (isOfPage && !isAction) throw malformed();
  else if (type === "application/x-www-form-urlencoded") {
    if (body.filter((byte) => byte === 38).byteLength >= MOST_FIELDS) throw malformed();
  } else if (type === "application/json" || isAction) checkJson(body.toString("utf8"));
  else if (body.byteLength > 0) throw new AppError("unsupported_media", "Send the body as a form.");
}
