import { z } from "zod";
import { type ErrorCode, statusOf } from "../core/errors";
import { can, roles, visitor } from "../core/access";
import type { Route } from "../doors/endpoint";
import { examples } from "./examples";
import { guide } from "./guide";

type Json = Record<string, unknown>;

/** Dates enter in two forms and leave as ISO 8601 in UTC. */
const describeDates = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: { _zod: { def: { type: string } } };
  jsonSchema: Json;
}) => {
  // oxlint-disable-next-line no-underscore-dangle -- zod's own way to a schema's definition
  if (zodSchema._zod.def.type === "date") Object.assign(jsonSchema, { type: "string", format: "date-time" });
};

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: describeDates as never,
  }) as Json;
  return json;
}

/** What a line is about: the part of its path behind the group. */
const tagOf = (route: Route): string => route.path.split("/")[2] ?? "";
const words = (name: string) =>
  name
    .replace(/([A-Z])/g, " $1")
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());
const problemRef = { content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } };

/** Lines that look at a password or a token in their body; the others that anybody may call before signing in refuse with 400. */
const signsIn = new Set(["precheckLogin", "logIn", "refreshTokens"]);

/** Whether records that may be missing are named beside the path: by their ids, or what a comment is on. */
function namesRecords(route: Route, input: Json): boolean {
  const properties = input.properties as Record<string, Json> | undefined;
  if ((route.method === "POST" && route.path.endsWith("/comments")) || route.manner.query?.includes("ids")) return true;
  const items = properties?.items?.items as Json | undefined;
  return (
    route.method === "PUT" &&
    items !== undefined &&
    (items.type === "integer" || ["id", "postId"].some((name) => name in ((items.properties ?? {}) as Json)))
  );
}

/** Names of parameters that are taken however they are written, and refuse nothing by themselves. */
const free = new Set(["X-Content-Password", "X-Current-Password"]);

/** The refusals a line can answer with; several codes may share a status. */
function refusals(route: Route, input: Json, parameters: readonly Json[]): Json {
  const { can: ability, title } = route.operation;
  const isContent = route.path.startsWith("/content/");
  const takesBody = route.method === "POST" || route.method === "PUT";
  const codes: ErrorCode[] = ["too_many", "internal", "unavailable"];
  if (takesBody || parameters.some((each) => each.in !== "path" && !free.has(String(each.name)))) codes.push("invalid");
  // A bad token is refused wherever one is looked at.
  if (ability !== "sign in") codes.push("unauthenticated");
  else if (signsIn.has(title)) codes.push("unauthenticated", "mfa_required");
  // The content group and registration can be turned off, the installation is over once.
  if (!can(visitor, ability) || isContent || ability === "install the site" || title === "requestRegistrationCode")
    codes.push("forbidden");
  if (route.path.includes("{") || namesRecords(route, input)) codes.push("not_found");
  if (takesBody) codes.push("malformed", "conflict", "too_slow", "too_large", "unsupported_media", "storage_full");
  if (route.method === "DELETE") codes.push("storage_full");
  if (route.manner.ifMatch) codes.push("stale");
  if (route.manner.unlocked) codes.push("locked");
  const statuses = [...new Set(codes.map((code) => statusOf[code]))].toSorted((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: codes.filter((code) => statusOf[code] === status).join(", "), ...problemRef },
    ]),
  );
}

/** A short list is whole unless one of these is given; the endpoint cuts it, so no operation names them. */
const shortListPaging = [
  {
    name: "page",
    in: "query",
    description: "Counts from 1; without page and size the list is whole.",
    schema: { type: "integer", minimum: 1 },
  },
  {
    name: "size",
    in: "query",
    description: "Items on one page; 20 where only the page is given.",
    schema: { type: "integer", minimum: 1, maximum: 100 },
  },
];

const explained = (property: Json | undefined): Json =>
  property?.description ? { description: property.description } : {};

function parametersOf(route: Route, properties: Record<string, Json>, required: readonly string[]): Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const inQuery =
    route.method === "GET"
      ? Object.keys(properties).filter((name) => !inPath.includes(name))
      : (route.manner.query ?? []);
  return [
    ...inPath.map((name) => ({ name, in: "path", required: true, schema: properties[name] ?? { type: "string" } })),
    ...inQuery.map((name) => ({
      name,
      in: "query",
      ...(required.includes(name) && { required: true }),
      ...explained(properties[name]),
      schema: properties[name] ?? {},
    })),
    ...(route.method === "GET" && route.operation.output.type === "array" ? shortListPaging : []),
    ...(route.manner.ifMatch
      ? [
          {
            name: "If-Match",
            in: "header",
            description: "The version you have read, in quotes; stale gives 412.",
            schema: { type: "string" },
          },
        ]
      : []),
    ...(route.manner.currentPassword
      ? [
          {
            name: "X-Current-Password",
            in: "header",
            description:
              "The password in use now; needed to set another one or another e-mail address, and to turn a second factor on.",
            schema: { type: "string" },
          },
        ]
      : []),
    ...(route.manner.unlocked
      ? [
          {
            name: "X-Content-Password",
            in: "header",
            description: "The password of a protected text, or of the category it is in.",
            schema: { type: "string" },
          },
        ]
      : []),
    ...(route.method === "POST"
      ? [
          {
            name: "Idempotency-Key",
            in: "header",
            description: "The same key with the same body within 24 hours answers the first answer.",
            schema: { type: "string", maxLength: 255 },
          },
        ]
      : []),
  ];
}

function bodyOf(route: Route, input: Json): Json | undefined {
  if (route.method === "GET" || route.method === "DELETE") return undefined;
  const properties = { ...(input.properties as Record<string, Json> | undefined) };
  if (route.manner.upload) return uploadOf(route, properties);
  const example =
    route.operation.title in examples ? { examples: { Example: { value: examples[route.operation.title] } } } : {};
  if (route.manner.items)
    return { required: true, content: { "application/json": { schema: properties.items, ...example } } };
  const elsewhere = [
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""),
    ...(route.manner.query ?? []),
    "expectedVersion",
    "currentPassword",
  ];
  for (const name of elsewhere) delete properties[name];
  if (Object.keys(properties).length === 0) return undefined;
  const required = ((input.required as string[] | undefined) ?? []).filter((name) => name in properties);
  return {
    required: true,
    content: {
      "application/json": {
        schema: { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false },
        ...example,
      },
    },
  };
}

/** Who may call a line, and what its kind of line does, in words. */
function describe(route: Route): string {
  const { operation, manner } = route;
  const role = roles.find((each) => can({ ...visitor, id: 1, role: each }, operation.can));
  const lines = [
    operation.can === "install the site"
      ? "Open to anyone while the site has no account: the first one installs it. Afterwards for an ADMIN."
      : can(visitor, operation.can)
        ? "Open to anyone."
        : `Needs the role ${role} or a higher one.`,
    manner.items && "The body is a bare array; all of it is done, or nothing.",
    manner.ifMatch && "With `If-Match` a change somebody else made in between is not overwritten.",
    manner.query?.includes("autoSave") &&
      "Saving with the status PUBLISHED or INTIMATE publishes; `autoSave` never does.",
    manner.query?.includes("permanent") &&
      "Moves to the recycle bin; what is there already, or with `permanent`, is deleted for good.",
    manner.unlocked && "A protected text wants its password in `X-Content-Password`.",
    manner.rate &&
      `Strangers of one network may call it ${manner.rate.most} times a minute; answers from memory do not count.`,
    operation.title === "remakePictures" &&
      "Answers the job that does it, one picture after the other; while it waits or runs, the same one. Files that are missing are made again at the addresses they had; what comes out otherwise than before gets new ones, which the texts are told.",
    operation.title === "deleteCategory" &&
      "Its posts stay, the categories below it move up. Refused with 409 while a password would no longer protect some of these posts.",
    operation.title === "searchPosts" &&
      "Found are posts whose title or text holds every word; of a protected one the title alone is searched. First come matches in the title, whole words before their beginnings, then the newest. At most 1,000 are found and counted. `highlights` are pieces of plain text.",
  ];
  return lines.filter(Boolean).join(" ");
}

/** Files and the fields beside them, as a form; a list of files is a part repeated. */
function uploadOf(route: Route, properties: Record<string, Json>): Json {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const fields = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  return {
    required: true,
    content: {
      "multipart/form-data": {
        schema: { type: "object", properties: fields, required: ["files"], additionalProperties: false },
      },
    },
  };
}

function answerOf(route: Route): Json {
  const output = schemaOf(route.operation.output, "output");
  const properties = (output.properties ?? {}) as Record<string, Json>;
  const isPage = "items" in properties && "total" in properties;
  const schema = isPage ? properties.items : output;
  if (route.operation.output.type === "void") return { "204": { description: "Done" } };
  const headers: Json = {
    ...(isPage || output.type === "array"
      ? {
          "X-Total-Count": { schema: { type: "integer" } },
          Link: { description: "RFC 8288: first, prev, next, last", schema: { type: "string" } },
        }
      : {}),
    ...(route.manner.created && output.type !== "array" ? { Location: { schema: { type: "string" } } } : {}),
  };
  return {
    [route.manner.created ? "201" : "200"]: {
      description: route.manner.created ? "Created" : "OK",
      ...(Object.keys(headers).length > 0 && { headers }),
      content: { "application/json": { schema } },
    },
  };
}

/** Where a site is: what commands say, and what the document says of its server ("/": where it was fetched from). */
export type Place = { address: string; server: string };

/** The OpenAPI 3.1 document of a route table. */
export function openApi(routes: readonly Route[], version: string, { address, server }: Place): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
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
      // One operation may answer at several addresses; ids are unique all the same.
      operationId: `${operation.title}${method === "GET" && operation.title === "listPublicPosts" && route.path.includes("{") ? `By${route.path.includes("{tag}") ? "Tag" : "Category"}` : ""}`,
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
