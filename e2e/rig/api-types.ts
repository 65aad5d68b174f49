// TypeScript of an OpenAPI 3.1 document, in the form that openapi-fetch takes. openapi-typescript does the same, but
// needs the compiler's JavaScript API, which TypeScript 7 does not have.

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};
type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema };
type Content = Record<string, { schema: Schema }>;
type Line = {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
export type Document = { paths: Record<string, Record<string, Line>>; components: { schemas: Record<string, Schema> } };

const quoted = JSON.stringify;
const either = (types: readonly string[]) => (types.length === 0 ? "unknown" : [...new Set(types)].join(" | "));

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${quoted(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  const others =
    typeof additionalProperties === "object"
      ? `[name: string]: ${typeOf(additionalProperties)};`
      : fields.length === 0
        ? "[name: string]: unknown;"
        : "";
  return `{ ${[...fields, others].join(" ")} }`;
}

/** One schema as a type. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return `components["schemas"][${quoted(schema.$ref.split("/").at(-1))}]`;
  if ("const" in schema) return quoted(schema.const);
  if (schema.enum) return either(schema.enum.map((value) => quoted(value)));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return `(${either(alternatives.map(typeOf))})`;
  if (schema.allOf) return schema.allOf.map(typeOf).join(" & ");
  const types = [schema.type ?? []].flat();
  return types.length === 0
    ? "unknown"
    : `(${either(types.map((type) => (type === "integer" ? "number" : type === "array" ? `${typeOf(schema.items ?? {})}[]` : type === "object" ? objectOf(schema) : type)))})`;
}

const contentOf = (content: Content | undefined) =>
  content
    ? `content: { ${Object.entries(content)
        .map(([type, { schema }]) => `${quoted(type)}: ${typeOf(schema)}`)
        .join("; ")} }`
    : "content?: never";

function lineOf({ parameters = [], requestBody, responses }: Line): string {
  const places = (["query", "header", "path"] as const).map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    const needed = own.some(({ required }) => required);
    return own.length === 0
      ? `${place}?: never`
      : `${place}${needed ? "" : "?"}: { ${own.map(({ name, required, schema }) => `${quoted(name)}${required ? "" : "?"}: ${typeOf(schema)}`).join("; ")} }`;
  });
  const answers = Object.entries(responses).map(
    ([status, { content }]) => `${status}: { headers: { [name: string]: unknown }; ${contentOf(content)} }`,
  );
  return `{ parameters: { ${places.join("; ")}; cookie?: never }; ${requestBody ? `requestBody: { ${contentOf(requestBody.content)} }` : "requestBody?: never"}; responses: { ${answers.join("; ")} } }`;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The whole document: `paths` for openapi-fetch, and the named schemas. */
export const typesOf = ({ paths, components }: Document): string =>
  [
    `export interface paths { ${Object.entries(paths)
      .map(
        ([path, lines]) =>
          `${quoted(path)}: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; ${methods.map((method) => (lines[method] ? `${method}: ${lineOf(lines[method])}` : `${method}?: never`)).join(";\n")} };`,
      )
      .join("\n")} }`,
    `export interface components { schemas: { ${Object.entries(components.schemas)
      .map(([name, schema]) => `${name}: ${typeOf(schema)}`)
      .join(";\n")} } }`,
    "",
  ].join("\n");
