import { can, roles, visitor } from "../core/access";
import { statusOf } from "../core/errors";
import { knownOptions, SECRET_MARK } from "../core/settings";
import { openApi } from "../api/openapi";
import { routes } from "../api/routes";
import type { Route } from "../doors/endpoint";

/** The parts of JSON Schema that this API's document uses. */
type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: string[];
  format?: string;
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  summary?: string;
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content }>;
};
type Row = readonly string[];

const [INT32, SAFE] = [2_147_483_647, Number.MAX_SAFE_INTEGER];
const count = (value: unknown) => Number(value).toLocaleString("en");
const code = (value: unknown) => `\`${String(value)}\``;

/** A Markdown table, with escaped bars. */
const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => "---"), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");

function wordsOfString({ enum: values, format, minLength = 0, maxLength, const: only }: Schema): string {
  if (only !== undefined) return only === "" ? "empty" : code(only);
  if (Array.isArray(values)) return values.map(code).join(", ");
  if (format === "date-time") return "date and time";
  if (format === "binary") return "file";
  return maxLength === undefined ? "text" : `text, ${count(minLength)} to ${count(maxLength)} characters`;
}

function wordsOfNumber({ minimum, maximum }: Schema): string {
  if (minimum === 1 && (maximum === INT32 || maximum === SAFE)) return maximum === INT32 ? "id (int32)" : "id (int64)";
  if (maximum === INT32) return "whole number (int32)";
  return minimum === undefined || maximum === SAFE
    ? "whole number"
    : `whole number, ${count(minimum)} to ${count(maximum)}`;
}

/** A JSON schema in words. */
function wordsOf(schema: Schema): string {
  const either = schema.anyOf;
  if (either) {
    const [isDate, isNullable] = [
      either.some((each) => each.format === "date-time"),
      either.some((each) => each.type === "null"),
    ];
    const rest = either.filter((each) => each.type !== "null" && !(isDate && each.type === "integer"));
    return `${rest.map(wordsOf).join(" or ")}${isNullable ? ", or `null`" : ""}`;
  }
  const [type, isNullable] = Array.isArray(schema.type)
    ? [schema.type.find((each) => each !== "null"), schema.type.includes("null")]
    : [schema.type, false];
  const words = {
    string: () => wordsOfString(schema),
    integer: () => wordsOfNumber(schema),
    number: () => "number",
    boolean: () => "`true` or `false`",
    array: () =>
      `list of up to ${count(schema.maxItems ?? 1000)}${schema.uniqueItems ? ", none twice" : ""}: ${wordsOf(schema.items ?? {})}`,
    object: () =>
      Object.entries(schema.properties ?? {})
        .map(([name, each]) => `${code(name)} (${wordsOf(each)})`)
        .join(", "),
  }[String(type)];
  return `${words ? words() : "any value"}${isNullable ? ", or `null`" : ""}`;
}

const described = (schema: Schema): string => {
  const description = schema.description ?? schema.anyOf?.find((each) => each.description)?.description;
  return `${wordsOf(schema)}${description ? `. ${description}` : ""}`;
};

const document = (await openApi(routes, "", { address: "", server: "/" })) as {
  paths: Record<string, Record<string, Operation>>;
};
const operationOf = ({ method, path }: Route): Operation => document.paths[`/api${path}`]?.[method.toLowerCase()] ?? {};
/** Comments are one resource, whatever they are on. */
const resourceOf = ({ path }: Route): string =>
  path.split("/").includes("comments") ? "comments" : (path.split("/")[2] ?? "");
const lineOf = ({ method, path }: Route): string => code(`${method} /api${path}`);

/** A line's body, or one item of it. */
function bodyOf(route: Route): Schema | undefined {
  const content = operationOf(route).requestBody?.content;
  const schema = (content?.["application/json"] ?? content?.["multipart/form-data"])?.schema;
  return schema?.items ?? schema;
}

/** A line's answer, or one item of it. */
function answerOf(route: Route): Schema | undefined {
  const { responses } = operationOf(route);
  const schema = (responses?.["200"] ?? responses?.["201"])?.content?.["application/json"]?.schema;
  return schema?.items ?? schema;
}

const roleOf = ({ operation }: Route): string =>
  can(visitor, operation.can)
    ? "anyone"
    : (roles.find((role) => can({ ...visitor, id: 1, role }, operation.can)) ?? "nobody");

/** Groups lines with the same fields. */
function bodies(lines: readonly Route[]): { lines: Route[]; schema: Schema }[] {
  const found = new Map<string, { lines: Route[]; schema: Schema }>();
  for (const line of lines) {
    const schema = bodyOf(line);
    if (!schema?.properties) continue;
    const key = JSON.stringify(Object.entries(schema.properties).map(([name, each]) => [name, wordsOf(each)]));
    found.set(key, { schema: found.get(key)?.schema ?? schema, lines: [...(found.get(key)?.lines ?? []), line] });
  }
  return [...found.values()];
}

const fieldTable = ({ lines, schema }: { lines: Route[]; schema: Schema }): string => {
  const isNeeded = (name: string) => lines.every((line) => bodyOf(line)?.required?.includes(name));
  return [
    `Body of ${lines.map(lineOf).join(", ")}:`,
    table(
      ["Field", "Needed", "Value"],
      Object.entries(schema.properties ?? {}).map(([name, each]) => [
        code(name),
        isNeeded(name) ? "yes" : "no",
        described(each),
      ]),
    ),
  ].join("\n\n");
};

/** The operations of a resource, the fields of their bodies, and those of a record's answer. */
function resource(name: string): string {
  const lines = routes.filter((route) => resourceOf(route) === name);
  const record = lines
    .map((line) => ({ line, names: Object.keys(answerOf(line)?.properties ?? {}) }))
    .toSorted((one, other) => other.names.length - one.names.length)[0];
  return [
    table(
      ["Operation", "For", "What it does"],
      lines.map((line) => [lineOf(line), roleOf(line), operationOf(line).summary ?? ""]),
    ),
    ...bodies(lines).map(fieldTable),
    ...(record && record.names.length > 0
      ? [`${lineOf(record.line)} answers ${record.names.map(code).join(", ")}.`]
      : []),
  ].join("\n\n");
}

const refusals = (): string =>
  table(
    ["Code", "Status"],
    Object.entries(statusOf).map(([name, status]) => [code(name), String(status)]),
  );

const settings = (): string =>
  table(
    ["Option", "Value", "Default", "Public", "What it does"],
    Object.entries(knownOptions).map(([key, option]) => {
      const { kind, min, max, choices, fallback, secret } = option as typeof option & {
        min?: number;
        max?: number;
        choices?: readonly string[];
        secret?: boolean;
      };
      const bounds =
        choices?.map(code).join(", ") ??
        (kind === "number" ? `${count(min)} to ${count(max)}` : kind === "boolean" ? "`true` or `false`" : "");
      return [
        code(key),
        bounds || `${kind}, up to ${count(max)} characters`,
        secret ? `none; answered as ${code(SECRET_MARK)}` : fallback === "" ? "empty" : code(fallback),
        option.public ? "yes" : "no",
        option.says,
      ];
    }),
  );

/** The names of all generated parts. */
export const generatedParts = (): string[] => ["refusals", "settings", ...new Set(routes.map(resourceOf))];

/**
 * The specification with each part between `<!-- name -->` and `<!-- end -->` generated from the contracts. A part that
 * is missing, such as that of a new resource, comes last, under a heading.
 */
export function withGeneratedParts(text: string): string {
  const added = generatedParts()
    .filter((name) => !text.includes(`<!-- ${name} -->`))
    .map((name) => `\n### ${name.slice(0, 1).toUpperCase()}${name.slice(1)}\n\n<!-- ${name} -->\n<!-- end -->\n`);
  return (text + added.join("")).replace(/<!-- (\w+) -->\n[^]*?<!-- end -->/g, (_all, name: string) => {
    const part = name === "refusals" ? refusals() : name === "settings" ? settings() : resource(name);
    return `<!-- ${name} -->\n${part}\n<!-- end -->`;
  });
}
