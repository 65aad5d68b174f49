import { parse as parseToml, TomlDate } from "smol-toml";
import { parseDocument } from "yaml";
import { badFile } from "./markdown-files";

/** Longer than any real front matter; YAML is slow to parse. */
const MAX_FRONT_MATTER = 64 * 1024;

/** The front matter of a file, or a site's settings: names in lower case, values as written. */
export class FrontMatter {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: Iterable<readonly [string, unknown]> = []) {
    this.#values = new Map([...values].map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** The value of the first of these names that has one. */
  value(...names: string[]): unknown {
    return names.map((name) => this.#values.get(name)).find((value) => value !== undefined && !isNothing(value));
  }

  /** The same as a trimmed text; lists and maps are ignored. */
  text(...names: string[]): string | undefined {
    const value = this.value(...names);
    return typeof value === "string" ? value.trim() : undefined;
  }

  /** The fields of a map; none where it is no map. */
  inside(...names: string[]): FrontMatter {
    return fieldsOf(this.value(...names));
  }

  /** These fields, and those of others that these do not say. */
  over(others: FrontMatter): FrontMatter {
    return new FrontMatter([...others.#values, ...[...this.#values].filter(([, value]) => !isNothing(value))]);
  }

  /** Undefined where neither is said. */
  flag(...names: string[]): boolean | undefined {
    const text = this.text(...names)?.toLowerCase();
    if (text !== undefined && ["true", "yes", "on", "1"].includes(text)) return true;
    return text !== undefined && ["false", "no", "off", "0"].includes(text) ? false : undefined;
  }
}

/** The fields of a map; none where it is no map. */
export const fieldsOf = (value: unknown): FrontMatter =>
  new FrontMatter(value instanceof Map ? [...value].map(([name, inner]) => [String(name), inner] as const) : []);

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === "string" && ["", "~", "null"].includes(value.trim()));

type Split = { fields: FrontMatter; body: string };
type Language = "yaml" | "toml" | "json";

const opening = /^---[ \t]*(?:([\w.+-]+)[ \t]*)?\n/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m;
const languages: Record<string, Language> = { "": "yaml", yaml: "yaml", yml: "yaml", toml: "toml", json: "json" };
const looksLikeFields = /^\s*["']?[\w-]+["']?\s*:(\s|$)/;

/**
 * Splits a text into its front matter and its body; refuses front matter that does not parse. It is never executed:
 * `---js` and other programs are refused. With `loose`, the line before it may be missing, as Hexo has it.
 */
export function splitFrontMatter(text: string, { loose = false }: { loose?: boolean } = {}): Split {
  if (/^\+\+\+[ \t]*\n/.test(text)) return enclosed(text, /^\+\+\+[ \t]*(?:\n|$)/m, "+++", "toml");
  if (/^;;;+[ \t]*\n/.test(text)) return enclosed(text, /^;;;+[ \t]*(?:\n|$)/m, ";;;", "json");
  if (/^\{\s*["}]/.test(text)) return leadingJson(text);
  const [start, word = ""] = opening.exec(text) ?? [];
  if (start !== undefined) {
    const language = Object.hasOwn(languages, word.toLowerCase()) ? languages[word.toLowerCase()] : undefined;
    if (language) return enclosed(text, closing, "---", language);
    if (closing.test(text.slice(start.length)))
      throw badFile(`its front matter is written in "${word}", which is not read; write it as YAML between --- lines`);
  }
  return (loose ? unopened(text) : null) ?? { fields: new FrontMatter(), body: text };
}

function enclosed(text: string, end: RegExp, line: string, language: Language): Split {
  const rest = text.slice(text.indexOf("\n") + 1);
  const found = end.exec(rest);
  if (found)
    return { fields: parse(rest.slice(0, found.index), language), body: rest.slice(found.index + found[0].length) };
  // A text may begin with a rule, so only lines that look like names and values are refused.
  if (language === "yaml" && !/^\s*[\w-]+:(\s|$)/.test(rest)) return { fields: new FrontMatter(), body: text };
  throw badFile(`the front matter has no end (a line of ${line})`);
}

/** Front matter without a line before it; null where the text does not begin like one. */
function unopened(text: string): Split | null {
  const found = /^(?:-{3,}|;{3,})[ \t]*(?:\n|$)/m.exec(text);
  if (!found || found.index === 0 || !looksLikeFields.test(text)) return null;
  const language = found[0].startsWith(";") ? "json" : "yaml";
  return { fields: parse(text.slice(0, found.index), language), body: text.slice(found.index + found[0].length) };
}

/** Where the object ends that a text begins with; -1 where it does not. */
function endOfObject(text: string): number {
  let [depth, quoted] = [0, false];
  for (let at = 0; at < text.length && at <= MAX_FRONT_MATTER; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "{") depth += 1;
    else if (sign === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

/** Hugo's: an object, and the text after it. A text that only begins with a bracket stays one. */
function leadingJson(text: string): Split {
  const end = endOfObject(text);
  const after = end < 0 ? "" : text.slice(end);
  if (end < 0 || !/^[ \t]*(?:\n|$)/.test(after)) return { fields: new FrontMatter(), body: text };
  return { fields: parse(text.slice(0, end), "json"), body: after.replace(/^[ \t]*\n/, "") };
}

/** A parsed value as YAML without types would have it: maps, lists and texts. */
function asWritten(value: unknown): unknown {
  if (value === null || typeof value === "string") return value;
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value === "object")
    return new Map(Object.entries(value).map(([name, inner]) => [name, asWritten(inner)] as const));
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" ? String(value) : "";
}

const bad = (reason: string, line?: number) =>
  badFile(`the front matter does not parse${line ? ` (line ${line})` : ""}: ${reason}`);

function parse(source: string, language: Language): FrontMatter {
  if (source.length > MAX_FRONT_MATTER) throw badFile(`the front matter is longer than ${MAX_FRONT_MATTER / 1024} KiB`);
  return parseFields(source, language);
}

/** Reads names and values in one of the languages; refuses what does not parse. */
export function parseFields(source: string, language: Language): FrontMatter {
  const values = language === "yaml" ? parseYaml(source) : language === "toml" ? readToml(source) : readJson(source);
  if (values === null || values === undefined) return new FrontMatter();
  if (!(values instanceof Map)) throw badFile("the front matter is not a list of names and values");
  return new FrontMatter([...values].map(([name, value]: [unknown, unknown]) => [String(name), value] as const));
}

function parseYaml(yaml: string): unknown {
  // YAML's failsafe schema: nothing is executed, and "1.10" or "2013-05-06" stay texts.
  const document = parseDocument(yaml, { schema: "failsafe", logLevel: "error" });
  const error = document.errors[0];
  if (error) {
    const line = error.linePos?.[0].line;
    // The line of --- is the first of the file.
    throw bad(error.message.split(/ at line \d|\n/)[0] ?? "", line && line + 1);
  }
  try {
    return document.toJS({ mapAsMap: true, maxAliasCount: 100 });
  } catch (fault) {
    // Of aliases that multiply, and of one that leads nowhere.
    if (fault instanceof ReferenceError) throw bad("its aliases lead nowhere, or multiply");
    throw fault;
  }
}

function readToml(toml: string): unknown {
  try {
    return asWritten(parseToml(toml));
  } catch (error) {
    throw bad(error instanceof Error ? (error.message.split("\n")[0] ?? "") : "");
  }
}

/** Hexo leaves the brackets of the object out. */
function readJson(json: string): unknown {
  try {
    return asWritten(JSON.parse(/^\s*\{/.test(json) ? json : `{${json}}`));
  } catch (error) {
    throw bad(error instanceof Error ? (error.message.split("\n")[0] ?? "") : "");
  }
}
