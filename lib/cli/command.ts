import type { Output } from "./output";

/** What was typed after a command's name. */
export type Given = {
  positionals: readonly string[];
  text: (option: string) => string | undefined;
  flag: (option: string) => boolean;
};

/** One command: what it is called, what it takes, and what it does. */
export type Command = {
  /** The words that call it, such as `import markdown`. */
  name: string;
  /** What stands after it, as help shows it: one word for each positional. */
  parameters: readonly string[];
  /** One line, for the list of commands. */
  summary: string;
  details: string;
  options: Readonly<Record<string, { type: "string" | "boolean"; short?: string; value?: string; says: string }>>;
  /** Answers the exit code: 0 done, 1 something was refused. */
  run: (given: Given, output: Output) => Promise<number>;
};

/** The command was typed wrongly: exit code 2 and how to type it. */
export class UsageError extends Error {}
