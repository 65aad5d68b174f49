import type { IncomingMessage } from "node:http";
import { Busboy } from "@fastify/busboy";
import { AppError } from "../core/errors";
import { checkJson } from "../doors/json-body";

/** Fields, or parts, that one form may have; the editor's, the longest, has some sixty. */
const MOST_FIELDS = 1_000;
const LONGEST_NAME = 200;

/** The framework's own fields, whose values it parses: the action of a form, and what its script sends as numbered parts. */
const isFrameworks = (name: string) => name.startsWith("$ACTION_") || /^\d+$/.test(name);

const malformed = (cause?: unknown) => new AppError("malformed", "This is no form of this site's.", { cause });

/** Names and values of a form's fields, files left out. */
function fieldsOf(contentType: string, body: Buffer): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const refuse = (error?: unknown) => reject(malformed(error));
    try {
      const parser = new Busboy({
        headers: { "content-type": contentType },
        defCharset: "utf8",
        limits: { parts: MOST_FIELDS, fieldNameSize: LONGEST_NAME, fieldSize: body.byteLength, headerPairs: 20 },
      });
      parser.on("field", (name: string, value: string, isNameCut: boolean) => {
        if (isNameCut) refuse();
        fields.push([name, value]);
      });
      parser.on("file", (_name: string, file: NodeJS.ReadableStream) => void file.on("error", refuse).resume());
      parser.on("partsLimit", () => refuse());
      parser.on("error", refuse);
      parser.on("finish", () => resolve(fields));
      parser.end(body);
    } catch (error) {
      refuse(error);
    }
  });
}

/** Looks at a form or action before the framework parses it: its kind, its depth, and how much it names. A page's own form names its action. */
export async function checkForm(req: IncomingMessage, body: Buffer, isOfPage: boolean): Promise<void> {
  const contentType = req.headers["content-type"] ?? "";
  const type = contentType.split(";")[0]?.trim().toLowerCase();
  const isAction = req.headers["next-action"] !== undefined;
  if (type === "multipart/form-data") {
    const fields = await fieldsOf(contentType, body);
    if (isOfPage && !isAction && !fields.some(([name]) => name.startsWith("$ACTION_"))) throw malformed();
    for (const [name, value] of fields) if (isFrameworks(name)) checkJson(value);
  } else if (type === "application/x-www-form-urlencoded") {
    if (body.filter((byte) => byte === 38).byteLength >= MOST_FIELDS) throw malformed();
  } else if (type === "application/json" || isAction) checkJson(body.toString("utf8"));
  else if (body.byteLength > 0) throw new AppError("unsupported_media", "Send the body as a form.");
}
