import { stringify } from "yaml";

/** Long lines stay whole, and words that older readers take for something else, such as `yes`, are quoted. */
const style = {
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  compat: "yaml-1.1",
  aliasDuplicateObjects: false,
} as const;

type Plain = string | number | boolean;
export type Value = Plain | Date | readonly string[] | ReadonlyMap<string, Plain>;

/** Lists that many texts share are written once. */
const MOST_KEPT = 10_000;
const kept = new Map<string, string>();

function listWritten(name: string, list: readonly string[]): string {
  const key = JSON.stringify([name, list]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const written = stringify({ [name]: list }, style);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, written);
  return written;
}

/** Ends of lines, and characters that are not seen and that readers of YAML drop or take for those. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unseen = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff]/g;
const isUnseen = new RegExp(unseen.source);
const escaped = (text: string): string =>
  JSON.stringify(text).replace(unseen, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The same in the notation of JSON, which is YAML too, with every such character as its number. */
function writtenPlainly(value: Value): string {
  if (typeof value === "string") return escaped(value);
  if (value instanceof Map)
    return `{${[...(value as ReadonlyMap<string, Plain>)].map(([key, each]) => `${escaped(key)}: ${typeof each === "string" ? escaped(each) : each}`).join(", ")}}`;
  return `[${(value as readonly string[]).map(escaped).join(", ")}]`;
}

const hasUnseen = (value: Value): boolean =>
  typeof value === "string"
    ? isUnseen.test(value)
    : value instanceof Map
      ? [...(value as ReadonlyMap<string, Plain>)]
          .flat()
          .some((each) => typeof each === "string" && isUnseen.test(each))
      : Array.isArray(value) && (value as readonly string[]).some((each) => isUnseen.test(each));

function written(name: string, value: Value): string {
  // Numbers, flags and dates need no quotes, and a quoted date would be a text to others.
  if (typeof value === "number" || typeof value === "boolean") return `${name}: ${value}\n`;
  if (value instanceof Date) return `${name}: ${value.toISOString()}\n`;
  if (hasUnseen(value)) return `${name}: ${writtenPlainly(value)}\n`;
  if (Array.isArray(value)) return listWritten(name, value as readonly string[]);
  return stringify({ [name]: value }, style);
}

/** A text with its front matter, whose fields stand in the given order; those without a value are left out. */
export const withFrontMatter = (
  fields: readonly (readonly [string, Value | null | undefined])[],
  body: string,
): string =>
  `---\n${fields
    .map(([name, value]) => (value === null || value === undefined ? "" : written(name, value)))
    .join("")}---\n${body}`;
