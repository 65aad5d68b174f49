/** The parts of JSON Schema that this API's document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** Bounds beyond these belong to the number or date type and say nothing about the field. */
const BEYOND = 2_147_483_647;

/** "1 to 20", or one side of it; "" without bounds. */
function bounds(least: number | undefined, most: number | undefined): string {
  const [from, to] = [least, most].map((bound) =>
    bound === undefined || Math.abs(bound) >= BEYOND ? undefined : bound.toLocaleString("en"),
  );
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  if (to !== undefined) return `at most ${to}`;
  return from === undefined || from === "0" ? "" : `at least ${from}`;
}

const withBounds = (word: string, range: string, unit = "") => (range === "" ? word : `${word}, ${range}${unit}`);

/** Describes a value in words; `fieldsOf` describes its parts. */
export function wordsFor(schema: Schema): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum
      .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
      .join(", ")
      .replace(/, ([^,]*)$/, " or $1");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(wordsFor))].join(" or ");
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  switch (schema.type) {
    case "string":
      return withBounds(schema.format ?? "text", bounds(schema.minLength, schema.maxLength), " characters");
    case "integer":
    case "number":
      return withBounds(schema.type === "integer" ? "whole number" : "number", bounds(schema.minimum, schema.maximum));
    case "array":
      return withBounds(`list of: ${wordsFor(schema.items ?? {})}`, bounds(schema.minItems, schema.maxItems), " items");
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "object":
      return "object";
    default:
      return "anything";
  }
}

/** The schema with a value's fields: its own, its items', or the choice that has some. */
export function fieldsOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return fieldsOf(schema.items);
  return (schema.anyOf ?? schema.oneOf ?? []).map(fieldsOf).find(Boolean);
}
