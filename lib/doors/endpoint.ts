import { createHash } from "node:crypto";
import { z } from "zod";
import { type Actor, authorize } from "../core/access";
import { AppError, invalid, notFound } from "../core/errors";
import type { Operation } from "../core/operation";
import { hasBody, readJson } from "./json-body";
import { receiveUpload, type Upload } from "./multipart";

/** How one line of the route table is answered, beyond what its operation says. */
export type Manner = {
  /** 201 with `Location`, below this path or, if just true, below the request's own. */
  created?: boolean | string;
  /** The body is a bare array, handed to the operation as `items`. */
  items?: boolean;
  /** `If-Match` carries the version the caller has read. */
  ifMatch?: boolean;
  /** `X-Current-Password` carries the password in use now. */
  currentPassword?: boolean;
  /** Names that a write takes from the query. */
  query?: readonly string[];
  /** The body is a form with files (`multipart/form-data`), handed to the operation as `files`; its other fields under their names. */
  upload?: boolean;
  /** A locked record is refused with 401 instead of being answered without its text. */
  unlocked?: boolean;
};

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Route = { method: Method; path: string; operation: Operation; manner: Manner };
export type Received = { request: Request; url: URL; params: Record<string, string>; upload?: Upload };

/** An answer before it is written or made a `Response`, which costs as much as the list it would carry. */
export type Reply = { status: number; headers: Record<string, string>; body: string | null };

type Property = { type?: string; anyOf?: { type?: string }[]; items?: { type?: string }; minimum?: number; maximum?: number };

/** What is worked out once for each line of the table. */
export function endpoint(route: Route) {
  const { operation, manner, method } = route;
  const properties = inputProperties(operation);
  const pathNames = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const headerNames = [...(manner.ifMatch ? ["expectedVersion"] : []), ...(manner.currentPassword ? ["currentPassword"] : [])];
  const queryNames = method === "GET" ? Object.keys(properties) : (manner.query ?? []);
  const isContentRead = method === "GET" && route.path.startsWith("/content/");

  /** Looked at before the body is read: an address where nothing is needs none. */
  const addressed = (params: Received["params"]) => Object.fromEntries(pathNames.map((name) => [name, fromPath(properties[name], params[name] ?? "")]));

  async function inputFrom({ request, url, params, upload }: Received): Promise<Record<string, unknown>> {
    // Without a prototype, so that a field named `__proto__` is a field like others, and not known.
    const input = Object.create(null) as Record<string, unknown>;
    for (const name of queryNames) {
      const given = url.searchParams.getAll(name);
      if (given.length > 0 && properties[name]) input[name] = fromQuery(properties[name], given);
    }
    const fromAddress = addressed(params);
    if (upload) {
      for (const name of pathNames) if (name in upload.input) throw invalid(name, "unknown", "This field is not known here.");
      Object.assign(input, upload.input);
    } else if (method !== "GET" && method !== "DELETE") {
      const body = hasBody(request) ? await readJson(request) : manner.items ? [] : {};
      if (manner.items) {
        if (!Array.isArray(body)) throw new AppError("malformed", "The body must be a JSON array.");
        input.items = body;
      } else {
        if (typeof body !== "object" || body === null || Array.isArray(body)) throw new AppError("malformed", "The body must be a JSON object.");
        for (const name of headerNames) if (name in body) throw invalid(name, "unknown", "This field is not known here.");
        for (const [name, value] of Object.entries(fromAddress)) if (((body as Record<string, unknown>)[name] ?? value) !== value) throw invalid(name, "wrong_value", "This must be absent or what the address says.");
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
    return input;
  }

  async function outputFor(actor: Actor, received: Received): Promise<unknown> {
    addressed(received.params);
    // Received before this, where its answer may be kept; otherwise here. Either way its files go with the call.
    const upload = manner.upload ? (received.upload ?? (await receiveUpload(received.request))) : undefined;
    try {
      return await operation(actor, await inputFrom({ ...received, ...(upload && { upload }) }));
    } catch (error) {
      throw manner.items ? asSent(error) : error;
    } finally {
      await upload?.discard();
    }
  }

  return async (actor: Actor, received: Received): Promise<Reply> => {
    // The runner asks again; asked here, nothing is read of a body that its sender may not send.
    authorize(actor, operation.can, operation.kind);
    const output = await outputFor(actor, received);
    if (output === undefined) return { status: 204, headers: { "cache-control": "no-store" }, body: null };
    if (manner.unlocked && isRecord(output) && output.locked === true)
      throw new AppError("locked", received.request.headers.has("x-content-password") ? "This is not the password." : "This text is protected. Send its password in X-Content-Password.");

    const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
    const body = listed(output, received.url, headers);
    if (manner.created && isRecord(output)) headers.location = `${typeof manner.created === "string" ? manner.created : received.url.pathname.replace(/\/+$/, "")}/${String(output.id)}`;
    if (!isContentRead && isRecord(output) && typeof output.version === "number") headers.etag = `"${output.version}"`;
    const bytes = JSON.stringify(body);
    if (isContentRead) {
      headers.etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
      // What was read with a token or a password is nobody else's.
      const own = ["authorization", "x-content-password"].some((name) => received.request.headers.has(name));
      headers["cache-control"] = own ? "no-store" : "public, max-age=0, must-revalidate";
      if (received.request.headers.get("if-none-match")?.includes(headers.etag)) return { status: 304, headers, body: null };
    } else headers["cache-control"] = "no-store";
    return { status: manner.created ? 201 : 200, headers, body: bytes };
  };
}

/** The refusal of a bare array, whose items the sender knows by their place alone. */
function asSent(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.extra.errors) return error;
  const errors = error.extra.errors.map((each) => ({ ...each, field: each.field.replace(/^items(\.|$)/, "") }));
  return new AppError(error.code, error.message.replaceAll("items.", "").replace("items:", "the list:"), { ...error.extra, errors });
}

/** A header holds bytes, which senders fill with UTF-8 and Node reads as Latin-1. */
function fromHeader(value: string): string {
  const text = Buffer.from(value, "latin1").toString("utf8");
  return text.includes("\ufffd") ? value : text;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The names an operation takes, with the JSON types it wants them in. */
function inputProperties(operation: Operation): Record<string, Property> {
  const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as { properties?: Record<string, Property> };
  return schema.properties ?? {};
}

const typesOf = (property: Property | undefined): (string | undefined)[] => (property ? [property.type, ...(property.anyOf ?? []).map((each) => each.type)] : []);

/** A query holds text only: numbers, flags and lists are made of it where the operation wants them; what does not fit stays text and is refused there. */
function fromQuery(property: Property, given: string[]): unknown {
  const types = typesOf(property);
  const last = given.at(-1) ?? "";
  if (types.includes("array")) return property.items?.type === "integer" ? given.map((each) => (/^-?\d{1,15}$/.test(each) ? Number(each) : each)) : given;
  if ((types.includes("integer") || types.includes("number")) && /^-?\d{1,15}$/.test(last)) return Number(last);
  if (types.includes("boolean") && (last === "true" || last === "false")) return last === "true";
  return last;
}

/** An id that cannot be one is an address where nothing is. */
function fromPath(property: Property | undefined, given: string): unknown {
  if (!typesOf(property).includes("integer")) return given;
  const value = Number(given);
  if (!/^[1-9]\d{0,15}$/.test(given) || !Number.isSafeInteger(value) || value > (property?.maximum ?? Number.MAX_SAFE_INTEGER)) throw notFound();
  return value;
}

/** The bare array of a list, with its paging in headers; anything else as it is. */
function listed(output: unknown, url: URL, headers: Record<string, string>): unknown {
  if (Array.isArray(output)) {
    const { searchParams } = url;
    headers["x-total-count"] = String(output.length);
    if (!searchParams.has("page") && !searchParams.has("size")) return output;
    const { page, size } = pageFrom(searchParams);
    headers.link = links(url, page, size, output.length);
    return output.slice((page - 1) * size, page * size);
  }
  if (!isRecord(output) || !Array.isArray(output.items) || typeof output.total !== "number") return output;
  const { page, size } = pageFrom(url.searchParams);
  headers["x-total-count"] = String(output.total);
  headers.link = links(url, page, size, output.total);
  return output.items;
}

function pageFrom(query: URLSearchParams): { page: number; size: number } {
  const number = (name: string, fallback: number, most: number) => {
    const given = query.getAll(name).at(-1);
    if (given === undefined) return fallback;
    if (!/^[1-9]\d{0,7}$/.test(given) || Number(given) > most) throw invalid(name, "wrong_value", `This must be a whole number from 1 to ${most}.`);
    return Number(given);
  };
  return { page: number("page", 1, 10_000_000), size: number("size", 20, 100) };
}

/** RFC 8288 links to the first, previous, next and last page, as addresses on this site. */
function links(url: URL, page: number, size: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / size));
  const to = (rel: string, number: number) => {
    const query = new URLSearchParams(url.searchParams);
    query.set("page", String(number));
    query.set("size", String(size));
    return `<${url.pathname}?${query}>; rel="${rel}"`;
  };
  return [to("first", 1), ...(page > 1 ? [to("prev", Math.min(page - 1, last))] : []), ...(page < last ? [to("next", page + 1)] : []), to("last", last)].join(", ");
}
