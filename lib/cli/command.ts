import type { Output } from "./output";

/** The arguments after a command's name. */
export type Given = {
  positionals: readonly string[];
  /** Of an option that may be given several times, all of them with commas between. */
  text: (option: string) => string | undefined;
  flag: (option: string) => boolean;
};

/** One command: its name, its arguments, and its work. */
export type Command = {
  /** The words that call it, such as `import markdown`. */
  name: string;
  /** The arguments in its help: one word for each positional. */
  parameters: readonly string[];
  /** One line, for the list of commands. */
  summary: string;
  details: string;
  options: Readonly<
    Record<string, { type: "string" | "boolean"; short?: string; value?: string; several?: true; says: string }>
  >;
  /** Returns the exit code: 0 done, 1 something was refused. */
  run: (given: Given, output: Output) => Promise<number>;
};

/** The command line is wrong: exit code 2 and the usage. */
export class UsageError extends Error {}
