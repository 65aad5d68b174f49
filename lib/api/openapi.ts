import { z } from "zod";
import { type ErrorCode, statusOf } from "../core/errors";
import { can, roles, visitor } from "../core/access";
import { breathing } from "../core/giving-way";
import type { Route } from "../doors/endpoint";
import { bodyOf } from "./bodies";
import { guide } from "./guide";
import { namesInPath, parametersOf } from "./parameters";

type Json = Record<string, unknown>;

/** Dates are accepted in two forms and answered as ISO 8601 in UTC. */
const describeDates = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) => {
  if (zodSchema instanceof z.ZodDate) Object.assign(jsonSchema, { type: "string", format: "date-time" });
};

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: describeDates,
  }) as Json;
  return json;
}

/** The resource of a line: the part of its path after the group. */
const tagOf = (route: Route): string => route.path.split("/")[2] ?? "";
const words = (name: string) =>
  name
    .replace(/([A-Z])/g, " $1")
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());
const problemRef = { content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } };

/** Whether the body names records, which may be missing, by id. */
function namesRecords(route: Route, input: Json): boolean {
  const properties = input.properties as Record<string, Json> | undefined;
  if (route.manner.query?.includes("ids")) return true;
  const items = properties?.items?.items as Json | undefined;
  return (
    route.method === "PUT" &&
    items !== undefined &&
    (items.type === "integer" || ["id", "postId"].some((name) => name in ((items.properties ?? {}) as Json)))
  );
}

/** Parameters that accept any value. */
const free = new Set(["X-Content-Password", "X-Current-Password"]);

/** The refusals of a line: those of its method and path, and its operation's own; several codes may share a status. */
function refusals(route: Route, input: Json, parameters: readonly Json[]): Json {
  const { can: ability, refusals: own = [] } = route.operation;
  const isContent = route.path.startsWith("/content/");
  const takesBody = route.method === "POST" || route.method === "PUT";
  const codes: ErrorCode[] = ["too_many", "internal", "unavailable"];
  if (takesBody || parameters.some((each) => each.in !== "path" && !free.has(String(each.name)))) codes.push("invalid");
  // A bad token is refused wherever tokens are read.
  if (ability !== "sign in") codes.push("unauthenticated");
  // The content group can be turned off.
  if (!can(visitor, ability) || isContent) codes.push("forbidden");
  // A file may be of any length, and makes the record that its path names.
  const isFile = route.manner.raw === true;
  if ((route.path.includes("{") && !isFile) || namesRecords(route, input)) codes.push("not_found");
  if (takesBody) codes.push("malformed", "conflict", "too_slow", "unsupported_media", "storage_full");
  if (takesBody && !isFile) codes.push("too_large");
  if (route.method === "DELETE") codes.push("storage_full");
  if (route.manner.ifMatch) codes.push("stale");
  if (route.manner.unlocked) codes.push("locked");
  codes.push(...own.filter((code) => !codes.includes(code)));
  const statuses = [...new Set(codes.map((code) => statusOf[code]))].toSorted((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: codes.filter((code) => statusOf[code] === status).join(", "), ...problemRef },
    ]),
  );
}

/** Says who may call a line and what lines of its kind do. */
function describe(route: Route): string {
  const { operation, manner } = route;
  const role = roles.find((each) => can({ ...visitor, id: 1, role: each }, operation.can));
  const lines = [
    operation.can === "install the site"
      ? "Open to anyone while the site has no account: the first account installs it. Afterwards only for an ADMIN."
      : can(visitor, operation.can)
        ? "Open to anyone."
        : `Needs the role ${role} or a higher one.`,
    manner.items && "The body is a bare array. Either all of it is done or nothing.",
    manner.ifMatch && "With `If-Match` a change somebody else made in between is not overwritten.",
    manner.unlocked && "A protected text needs its password in `X-Content-Password`.",
    manner.searches &&
      `Visitors from one network may search ${manner.searches.most} times a minute in all; answers from memory do not count.`,
    operation.summary,
  ];
  return lines.filter(Boolean).join(" ");
}

const bytes = { content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } };
/** A file, whole or in part. */
const fileAnswers = {
  "200": { description: "The file", ...bytes },
  "206": { description: "The part that `Range` asks for", ...bytes },
  "416": { description: "`Range` is beyond its end" },
};

function answerOf(route: Route): Json {
  const output = schemaOf(route.operation.output, "output");
  const properties = (output.properties ?? {}) as Record<string, Json>;
  const isPage = "items" in properties && "total" in properties;
  const schema = isPage ? properties.items : output;
  if (route.manner.file) return fileAnswers;
  if (route.operation.output.type === "void") return { "204": { description: "Done" } };
  const headers: Json = {
    ...(isPage || output.type === "array"
      ? {
          "X-Total-Count": { schema: { type: "integer" } },
          Link: { description: "RFC 8288: first, prev, next, last", schema: { type: "string" } },
        }
      : {}),
    ...((route.manner.created && output.type !== "array") || typeof route.manner.accepted === "object"
      ? { Location: { schema: { type: "string" } } }
      : {}),
  };
  const [status, description] = route.manner.created
    ? ["201", "Created"]
    : route.manner.accepted
      ? ["202", "Accepted: a job does it"]
      : ["200", "OK"];
  return {
    [status]: {
      description,
      ...(Object.keys(headers).length > 0 && { headers }),
      content: { "application/json": { schema } },
    },
  };
}

/** An operation may answer at several addresses; its ids are unique all the same. */
function idOf(route: Route, routes: readonly Route[]): string {
  const { operation } = route;
  const [name] = namesInPath(route);
  const isShared = routes.filter((each) => each.operation === operation).length > 1;
  return isShared && name
    ? `${operation.title}By${name.replace(/^./, (first) => first.toUpperCase())}`
    : operation.title;
}

/** The site's address for the examples, and the document's server ("/": where it was fetched from). */
export type Place = { address: string; server: string };

/** The OpenAPI 3.1 document of a route table. Others are answered while it is made. */
export async function openApi(routes: readonly Route[], version: string, { address, server }: Place): Promise<Json> {
  const paths: Record<string, Json> = {};
  const breathe = breathing();
  for (const route of routes) {
    await breathe();
    const { operation, method } = route;
    const input = schemaOf(operation.input, "input");
    const parameters = parametersOf(
      route,
      (input.properties ?? {}) as Record<string, Json>,
      (input.required ?? []) as string[],
    );
    const requestBody = bodyOf(route, input);
    const path = (paths[`/api${route.path}`] ??= {});
    path[method.toLowerCase()] = {
      operationId: idOf(route, routes),
      summary: words(operation.title),
      description: describe(route),
      tags: [tagOf(route)],
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      responses: { ...answerOf(route), ...refusals(route, input, parameters) },
      security: can(visitor, operation.can) ? [{}, { bearer: [] }] : [{ bearer: [] }],
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Broadsheet", version, description: guide(address), license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: server }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: {
        Problem: {
          type: "object",
          required: ["type", "title", "status", "code", "detail", "requestId"],
          properties: {
            type: { type: "string" },
            title: { type: "string" },
            status: { type: "integer" },
            code: { type: "string", enum: Object.keys(statusOf) },
            detail: { type: "string" },
            reason: { type: "string", description: "What is in the way, where one code has several reasons." },
            errors: {
              type: "array",
              items: {
                type: "object",
                properties: { field: { type: "string" }, code: { type: "string" }, message: { type: "string" } },
              },
            },
            current: {},
            requestId: { type: "string" },
          },
        },
      },
    },
  };
}
