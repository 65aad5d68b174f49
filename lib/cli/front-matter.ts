import { parseDocument } from "yaml";
import { badFile } from "./markdown-files";

/** Longer than any real front matter; YAML is slow to parse. */
const MAX_FRONT_MATTER = 64 * 1024;

/** The front matter of a file: names in lower case, values as written. */
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

  /** Undefined where neither is said. */
  flag(...names: string[]): boolean | undefined {
    const text = this.text(...names)?.toLowerCase();
    if (text !== undefined && ["true", "yes", "on", "1"].includes(text)) return true;
    return text !== undefined && ["false", "no", "off", "0"].includes(text) ? false : undefined;
  }
}

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === "string" && ["", "~", "null"].includes(value.trim()));

const opening = /^---[ \t]*\n/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m;

/** Splits a text into its front matter and its body; refuses front matter that does not parse. */
export function splitFrontMatter(text: string): { fields: FrontMatter; body: string } {
  if (/^\+\+\+[ \t]*\n/.test(text))
    throw badFile("TOML front matter (+++) is not supported; write it as YAML between --- lines");
  const start = opening.exec(text)?.[0].length;
  if (start === undefined) return { fields: new FrontMatter(), body: text };
  const rest = text.slice(start);
  const end = closing.exec(rest);
  if (!end) {
    // A text may begin with a rule, so only lines that look like names and values are refused.
    if (!/^\s*[\w-]+:(\s|$)/.test(rest)) return { fields: new FrontMatter(), body: text };
    throw badFile("the front matter has no end (a line of ---)");
  }
  return { fields: parse(rest.slice(0, end.index)), body: rest.slice(end.index + end[0].length) };
}

function parse(yaml: string): FrontMatter {
  if (yaml.length > MAX_FRONT_MATTER) throw badFile(`the front matter is longer than ${MAX_FRONT_MATTER / 1024} KiB`);
  // YAML's failsafe schema: nothing is executed, and "1.10" or "2013-05-06" stay texts.
  const document = parseDocument(yaml, { schema: "failsafe", logLevel: "error" });
  const error = document.errors[0];
  if (error) {
    const line = error.linePos?.[0].line;
    const reason = error.message.split(/ at line \d|\n/)[0];
    // The line of --- is the first of the file.
    throw badFile(`the front matter does not parse${line ? ` (line ${line + 1})` : ""}: ${reason}`);
  }
  const values: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 100 });
  if (values === null || values === undefined) return new FrontMatter();
  if (!(values instanceof Map)) throw badFile("the front matter is not a list of names and values");
  return new FrontMatter([...values].map(([name, value]: [unknown, unknown]) => [String(name), value] as const));
}
