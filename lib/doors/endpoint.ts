import { z } from "zod";
import { type Actor, authorize, can } from "../core/access";
import { AppError, invalid, notFound } from "../core/errors";
import { etagOf } from "../core/etag";
import type { Beside, Operation } from "../core/operation";
import type { SharedRate } from "../services/limits/rate";
import { type FilePart, fileReply, type SentFile } from "./file-reply";
import { hasBody, readJson } from "./json-body";
import { datesWritten, isRecord, listed } from "./listing";
import { receiveUpload, type Upload, type UploadParts } from "./multipart";
import { receiveFile } from "./raw-file";

/** How one line of the route table answers, beyond its operation. */
export type Manner = {
  /** 201 with `Location`, below this path or, if just true, below the request's own. */
  created?: boolean | string;
  /**
   * 202: the work goes on after the answer. With `Location` where it says so: below `at`, the answer's `by`. What is not
   * an object is answered with 204.
   */
  accepted?: true | { at: string; by: "id" | "jobId" };
  /** The operation answers with a file (`SentFile`), which is sent whole or in part. */
  file?: boolean;
  /** The body is a bare array, passed to the operation as `items`. */
  items?: boolean;
  /** `If-Match` carries the version that the caller has read. */
  ifMatch?: boolean;
  /** `X-Current-Password` carries the current password. */
  currentPassword?: boolean;
  /** `X-Authcode` carries a code of the second factor. */
  authcode?: boolean;
  /** The body is one file of any length, passed to the operation as `file`. */
  raw?: boolean;
  /** Names that a write takes from the query. */
  query?: readonly string[];
  /**
   * The body is a form with files (`multipart/form-data`), passed to the operation as `files`, with its other fields by
   * name.
   */
  upload?: boolean | UploadParts;
  /** How often strangers of one network may call it with a `keyword`, which looks at every row; authors are not limited. */
  searches?: SharedRate;
  /** Refuses a locked record with 401 instead of answering it without its text. */
  unlocked?: boolean;
};

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Route = { method: Method; path: string; operation: Operation; manner: Manner };
export type Received = { request: Request; url: URL; params: Record<string, string>; upload?: Upload };

/** An answer before it is written or made a `Response`, which costs as much as a list. */
export type Reply = { status: number; headers: Record<string, string>; body: string | null; file?: FilePart };

type Property = {
  type?: string;
  anyOf?: { type?: string }[];
  items?: { type?: string };
  minimum?: number;
  maximum?: number;
};

/** The files that a line takes, where they are not a list. */
export const uploadParts = ({ upload }: Manner): UploadParts | undefined =>
  typeof upload === "object" ? upload : undefined;

/** What is computed once for each line of the table. */
export function endpoint(route: Route) {
  const { operation, manner, method } = route;
  const propertyOf = propertiesOf(operation.input);
  const queryNames = method === "GET" ? inputNames(operation) : (manner.query ?? []);
  const pathNames = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const headerNames = [
    ...(manner.ifMatch ? ["expectedVersion"] : []),
    ...(manner.currentPassword ? ["currentPassword"] : []),
    ...(manner.authcode ? ["authcode"] : []),
  ];
  const isContentRead = method === "GET" && route.path.startsWith("/content/");

  /** Checked before the body is read, since an address without a line needs none. */
  const addressed = (params: Received["params"]) =>
    Object.fromEntries(pathNames.map((name) => [name, fromPath(propertyOf(name), params[name] ?? "")]));

  async function inputFrom({ request, url, params, upload }: Received): Promise<Record<string, unknown>> {
    // Without a prototype, so that a field named `__proto__` is an unknown field like others.
    const input = Object.create(null) as Record<string, unknown>;
    for (const name of queryNames) {
      const given = url.searchParams.getAll(name);
      const property = given.length > 0 ? propertyOf(name) : undefined;
      if (property) input[name] = fromQuery(property, given);
    }
    const fromAddress = addressed(params);
    if (upload) {
      for (const name of pathNames)
        if (name in upload.input) throw invalid(name, "unknown", "This field is unknown here.");
      Object.assign(input, upload.input);
    } else if (method !== "GET" && method !== "DELETE") {
      const body = hasBody(request) ? await readJson(request) : manner.items ? [] : {};
      if (manner.items) {
        if (!Array.isArray(body)) throw new AppError("malformed", "The body must be a JSON array.");
        input.items = body;
      } else {
        if (typeof body !== "object" || body === null || Array.isArray(body))
          throw new AppError("malformed", "The body must be a JSON object.");
        for (const name of headerNames) if (name in body) throw invalid(name, "unknown", "This field is unknown here.");
        for (const [name, value] of Object.entries(fromAddress))
          if (((body as Record<string, unknown>)[name] ?? value) !== value)
            throw invalid(name, "wrong_value", "Leave this out, or send the same value as in the address.");
        Object.assign(input, body);
      }
    }
    Object.assign(input, fromAddress);
    const match = manner.ifMatch ? request.headers.get("if-match") : null;
    if (match !== null && match !== "*") {
      const version = /^(?:W\/)?"(\d{1,15})"$/.exec(match)?.[1];
      if (!version) throw invalid("If-Match", "wrong_format", 'If-Match must hold one version in quotes, such as "3".');
      input.expectedVersion = Number(version);
    }
    const password = manner.currentPassword ? request.headers.get("x-current-password") : null;
    if (password !== null) input.currentPassword = fromHeader(password);
    const authcode = manner.authcode ? request.headers.get("x-authcode") : null;
    if (authcode !== null) input.authcode = authcode;
    return input;
  }

  async function outputFor(actor: Actor, received: Received, beside?: Beside<unknown>): Promise<unknown> {
    addressed(received.params);
    // Received earlier where the answer may be kept, otherwise here. Either way the files are removed after the call.
    const receive = manner.raw
      ? receiveFile
      : manner.upload
        ? (request: Request) => receiveUpload(request, uploadParts(manner))
        : null;
    const upload = receive ? (received.upload ?? (await receive(received.request))) : undefined;
    try {
      return await operation(actor, await inputFrom({ ...received, ...(upload && { upload }) }), beside);
    } catch (error) {
      throw manner.items ? asSent(error) : error;
    } finally {
      await upload?.discard();
    }
  }

  function replyWith(output: unknown, received: Received): Reply {
    if (manner.file) return fileReply(output as SentFile, received.request);
    if (output === undefined || (manner.accepted && output === null))
      return { status: 204, headers: { "cache-control": "no-store" }, body: null };
    if (manner.unlocked && isRecord(output) && output.locked === true)
      throw new AppError(
        "locked",
        received.request.headers.has("x-content-password")
          ? "This is not the right password."
          : "This text is protected. Send its password in X-Content-Password.",
      );

    const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
    const body = listed(output, received.url, headers);
    if (manner.created && isRecord(output))
      headers.location = `${typeof manner.created === "string" ? manner.created : received.url.pathname}/${String(output.id)}`;
    if (typeof manner.accepted === "object" && isRecord(output))
      headers.location = `${manner.accepted.at}/${String(output[manner.accepted.by])}`;
    if (!isContentRead && isRecord(output) && typeof output.version === "number") headers.etag = `"${output.version}"`;
    const bytes = JSON.stringify(Array.isArray(body) ? body.map(datesWritten) : body);
    if (isContentRead) {
      headers.etag = `"${etagOf(Object.values(headers), bytes)}"`;
      // An answer made for a token or a password must not be given to anybody else.
      const own = ["authorization", "x-content-password"].some((name) => received.request.headers.has(name));
      headers["cache-control"] = own ? "no-store" : "public, max-age=0, must-revalidate";
      if (received.request.headers.get("if-none-match")?.includes(headers.etag))
        return { status: 304, headers, body: null };
    } else headers["cache-control"] = "no-store";
    return { status: manner.created ? 201 : manner.accepted ? 202 : 200, headers, body: bytes };
  }

  /** `keep` stores the reply in the transaction of the work. */
  return async (actor: Actor, received: Received, keep?: Beside<Reply>): Promise<Reply> => {
    // The runner checks again; checking here avoids reading the body of a caller who may not send it.
    authorize(actor, operation.can, operation.kind);
    const isSearch = received.url.searchParams.getAll("keyword").some((keyword) => keyword !== "");
    if (isSearch && !can(actor, "write posts")) await manner.searches?.takeNetwork(actor.ip);
    const output = await outputFor(actor, received, keep && ((db, made) => keep(db, replyWith(made, received))));
    return replyWith(output, received);
  };
}

/** A refusal for a bare array, whose items the sender knows by index. */
function asSent(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.extra.errors) return error;
  const errors = error.extra.errors.map((each) => ({ ...each, field: each.field.replace(/^items(\.|$)/, "") }));
  return new AppError(error.code, error.message.replaceAll("items.", "").replace("items:", "the list:"), {
    ...error.extra,
    errors,
  });
}

/** A header holds bytes: senders write UTF-8, Node reads Latin-1. */
function fromHeader(value: string): string {
  const text = Buffer.from(value, "latin1").toString("utf8");
  return text.includes("\ufffd") ? value : text;
}

/** The query names of a reading line: its filters, and the paging of every list. */
export function queryNamesOf({ operation, path }: Pick<Route, "operation" | "path">): ReadonlySet<string> {
  const paging = operation.output.type === "array" ? ["page", "size"] : [];
  return new Set([...inputNames(operation), ...paging].filter((name) => !path.includes(`{${name}}`)));
}

const fieldsOf = (input: z.ZodType): Readonly<Record<string, z.core.$ZodType>> =>
  input instanceof z.ZodObject ? input.shape : {};

const inputNames = ({ input }: Operation): string[] => Object.keys(fieldsOf(input));

/** How each value of an input is written, found out when it is first asked for: all those of a post take some milliseconds. */
function propertiesOf(input: z.ZodType): (name: string) => Property | undefined {
  const known = new Map<string, Property>();
  return (name) => {
    const field = known.has(name) ? undefined : fieldsOf(input)[name];
    if (field) known.set(name, z.toJSONSchema(field, { io: "input", unrepresentable: "any" }) as Property);
    return known.get(name);
  };
}

const typesOf = (property: Property | undefined): (string | undefined)[] =>
  property ? [property.type, ...(property.anyOf ?? []).map((each) => each.type)] : [];

/**
 * Converts a query's text into the numbers, flags and lists that the operation takes; anything else stays text, which
 * the operation refuses.
 */
function fromQuery(property: Property, given: string[]): unknown {
  const types = typesOf(property);
  const last = given.at(-1) ?? "";
  if (types.includes("array"))
    return property.items?.type === "integer"
      ? given.map((each) => (/^-?\d{1,15}$/.test(each) ? Number(each) : each))
      : given;
  if ((types.includes("integer") || types.includes("number")) && /^-?\d{1,15}$/.test(last)) return Number(last);
  if (types.includes("boolean") && (last === "true" || last === "false")) return last === "true";
  return last;
}

/** Answers 404 for an id that cannot be one. */
function fromPath(property: Property | undefined, given: string): unknown {
  if (!typesOf(property).includes("integer")) return given;
  const value = Number(given);
  if (
    !/^[1-9]\d{0,15}$/.test(given) ||
    !Number.isSafeInteger(value) ||
    value > (property?.maximum ?? Number.MAX_SAFE_INTEGER)
  )
    throw notFound();
  return value;
}
