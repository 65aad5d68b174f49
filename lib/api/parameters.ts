import type { Route } from "../doors/endpoint";

type Json = Record<string, unknown>;

/** The names between braces in a line's path. */
export const namesInPath = ({ path }: Route): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

/** Short lists are whole unless one of these is given. The endpoint pages them, so operations do not name these. */
const shortListPaging = [
  {
    name: "page",
    in: "query",
    description: "Counts from 1. Without `page` and `size` the answer is the whole list.",
    schema: { type: "integer", minimum: 1 },
  },
  {
    name: "size",
    in: "query",
    description: "Items on one page; 20 if only `page` is given.",
    schema: { type: "integer", minimum: 1, maximum: 100 },
  },
];

const explained = (property: Json | undefined): Json =>
  property?.description ? { description: property.description } : {};

/** Path, query and header parameters of a line, for the OpenAPI document. */
export function parametersOf(route: Route, properties: Record<string, Json>, required: readonly string[]): Json[] {
  const inPath = namesInPath(route);
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
            description: "The version you have read, in quotes. If the record has changed since, the answer is 412.",
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
              "The current password; required to change the password or the e-mail address and to turn on a second factor.",
            schema: { type: "string" },
          },
        ]
      : []),
    ...(route.manner.authcode
      ? [
          {
            name: "X-Authcode",
            in: "header",
            description: "A code of the second factor; required where one is on.",
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
            description: "The same key with the same body returns the first answer again for 24 hours.",
            schema: { type: "string", maxLength: 255 },
          },
        ]
      : []),
  ];
}
