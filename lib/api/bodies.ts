import type { Route } from "../doors/endpoint";
import { namesInPath } from "./parameters";

type Json = Record<string, unknown>;

/** The type of a body that is a file. */
const RAW_TYPE = "application/zip";

/** Names that a line takes from its path, its query or its headers. */
const besideBody = (route: Route): string[] => [
  ...namesInPath(route),
  ...(route.manner.query ?? []),
  "expectedVersion",
  "currentPassword",
  ...(route.manner.authcode ? ["authcode"] : []),
];

/** The example body of a line. */
export function exampleOf(route: Route): unknown {
  const input = route.operation.example as Json | undefined;
  if (input === undefined || route.manner.items) return input?.items;
  const elsewhere = besideBody(route);
  return Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.includes(name)));
}

/** The body of a line, for the OpenAPI document. */
export function bodyOf(route: Route, input: Json): Json | undefined {
  if (route.method === "GET" || route.method === "DELETE") return undefined;
  const properties = { ...(input.properties as Record<string, Json> | undefined) };
  if (route.manner.upload) return uploadOf(route, properties);
  if (route.manner.raw) return { required: true, content: { [RAW_TYPE]: { schema: properties.file } } };
  const sent = exampleOf(route);
  const example = sent === undefined ? {} : { examples: { Example: { value: sent } } };
  if (route.manner.items)
    return { required: true, content: { "application/json": { schema: properties.items, ...example } } };
  for (const name of besideBody(route)) delete properties[name];
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

/** Files and the fields beside them, as a form; a list of files is a repeated part. */
function uploadOf(route: Route, properties: Record<string, Json>): Json {
  const inPath = namesInPath(route);
  const { upload } = route.manner;
  const required = typeof upload === "object" ? [upload.names[0]] : ["files"];
  const fields = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  return {
    required: true,
    content: {
      "multipart/form-data": {
        schema: { type: "object", properties: fields, required, additionalProperties: false },
      },
    },
  };
}
